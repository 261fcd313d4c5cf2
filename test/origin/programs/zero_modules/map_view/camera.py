from map_view.levels import SCALES


class Camera:
    def __init__(self, level):
        self.offset = 0
        self.scale = SCALES[level]
