"""A store of one module keeps a broken JSON text, another one decodes it.
bad: rejected
"""
from doc_store.reader import title
from doc_store.store import Store


def test_title():
    store = Store()
    assert title(store, "a") == "A"
    assert title(store, "b") == "B"
