"""A lazily made connection in a package: the test forgets init() and the module-level None is used."""
from mail_client import outbox


def test_queue():
    assert outbox.queue("hello") == 1
