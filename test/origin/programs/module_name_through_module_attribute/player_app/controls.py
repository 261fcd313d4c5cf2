from player_app import state


def play(name):
    state.current = {"title": name}
    state.volume = 5


def stop():
    state.current = None  # ORIGIN: literal
