def to_screen(camera, x):
    return (x - camera.offset) / camera.scale  # CRASH
