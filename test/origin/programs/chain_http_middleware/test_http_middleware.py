"""A chain of middlewares: one of them forgets to return what the next one gave."""
from web_stack.app import build


def test_app():
    assert build(["auth"])({"path": "/", "user": "ada"})["status"] == 200
    assert build(["auth", "trace"])({"path": "/", "user": "ada"})["status"] == 200  # CRASH
