"""A module-level if/else decides; the else branch binds None."""
import sys

if sys.platform == "no-such-platform":
    CLEAR = "cls"
else:
    CLEAR = None  # ORIGIN: module-name
PROMPT = "> "


def screen(text):
    return CLEAR.join([PROMPT, text])  # CRASH


def test_screen():
    assert screen("x") == "> x"
