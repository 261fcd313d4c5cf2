"""IndexError: a queue's drain in another module emptied the list that a dashboard still holds.
bad: short-sequence
"""
from task_board.board import Board
from task_board.worker import drain


def test_next_title():
    board = Board(["write", "test"])
    assert board.next_title() == "Write"
    assert drain(board.tasks) == 2
    assert board.next_title() == "Write"
