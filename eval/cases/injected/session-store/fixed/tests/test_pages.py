import pytest

from portal.pages import settings_page
from portal.store import Store
from portal.user import User


@pytest.fixture
def store():
    store = Store()
    store.save("t1", User("Ada", ["settings"]))
    store.save("t2", User("Bob"))
    return store


def test_from_the_cache(store):
    assert settings_page(store, "t1") == "Hello, Ada"


def test_not_allowed(store):
    assert settings_page(store, "t2") == "403"


def test_after_a_restart(store):
    store.forget_cache()
    assert settings_page(store, "t1") == "Hello, Ada"


def test_no_session(store):
    with pytest.raises(PermissionError):
        settings_page(store, "t3")
