"""object.__setattr__ changes a frozen dataclass.
honesty: true
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Token:
    text: str = "x"


def wipe(token):
    object.__setattr__(token, "text", None)  # ORIGIN: literal
    return token


def size(token):
    return len(token.text)  # CRASH


def test_size():
    assert size(Token("ab")) == 2
    assert size(wipe(Token("ab"))) == 2
