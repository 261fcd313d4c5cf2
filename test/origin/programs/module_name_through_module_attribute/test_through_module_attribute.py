"""Another module sets `state.current = None` from outside; the module-level None is a decoy."""
from player_app import controls, display, state


def test_title():
    controls.play("Song")
    assert display.title() == "SONG"
    assert state.current is not None
    controls.stop()
    assert display.title() == "SONG"
