"""ZeroDivisionError: a scale factor of zero in one module's table, through a camera object into a view.
bad: zero
"""
from map_view.camera import Camera
from map_view.project import to_screen


def test_to_screen():
    assert to_screen(Camera("city"), 8) == 2
    assert to_screen(Camera("street"), 8) == 8
