from portal.store import Store
from portal.user import User


def test_every_role_survives():
    store = Store()
    store.save("x", User("Eve", ["admin", "audit"]))
    store.forget_cache()
    assert store.load("x").roles == frozenset({"admin", "audit"})
    assert store.load("x") is store.load("x")
