from player_app import state


def title():
    return state.current["title"].upper()  # CRASH
