"""Unary minus of None that came by way of an attribute of a returned object."""


class Move:
    def __init__(self, dx, dy=None):  # ORIGIN: default-argument
        self.dx = dx
        self.dy = dy


def invert(move):
    dx = -move.dx
    dy = -move.dy  # CRASH
    return Move(dx, dy)


def undo(moves):
    return [invert(move).dx for move in moves]


def test_undo():
    assert undo([Move(1, 2)]) == [-1]
    assert undo([Move(1, 2), Move(3)]) == [-1, -3]
