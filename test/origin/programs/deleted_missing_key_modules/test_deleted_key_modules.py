"""KeyError: an expiry job of another module deletes the key that a view asks for.
bad: missing-key
"""
from web_cache.jobs import expire
from web_cache.store import Store
from web_cache.view import show


def test_show():
    store = Store()
    store.put("/", "home", 5)
    store.put("/a", "about", 1)
    expire(store, 0)
    assert show(store, "/a") == "ABOUT"
    expire(store, 3)
    assert show(store, "/a") == "ABOUT"
