from feed.reader import Reader
from feed.store import Store


def store_of(count):
    store = Store()
    for minute in range(count):
        store.add("entry %d" % minute, minute)
    return store


def test_first_page():
    assert Reader(store_of(7)).first_page() == ["entry 6", "entry 5", "entry 4"]


def test_next_page():
    assert Reader(store_of(6)).oldest_on_next_page() == "entry 0"


def test_last_page_with_one_entry():
    assert Reader(store_of(4)).oldest_on_next_page() == "entry 0"
