"""A guard in one module sees the None of a setting that another module left unset."""
from mail_setup.sender import send


def test_send():
    assert send({"host": "mx", "port": 25}, "hi") == "mx:25 hi"
    assert send({"host": "mx"}, "hi") == "mx:25 hi"
