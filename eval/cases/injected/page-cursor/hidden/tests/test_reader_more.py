from feed.pages import split_pages


def test_every_entry_is_on_one_page():
    for size in range(1, 9):
        pages = split_pages(list(range(20)), size)
        assert [entry for page in pages for entry in page] == list(range(20))
        assert {len(page) for page in pages[:-1]} <= {size}
