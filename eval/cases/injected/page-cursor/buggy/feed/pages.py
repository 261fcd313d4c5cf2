def split_pages(entries, size):
    """Entries in pages of `size`, the last one shorter."""
    if size < 1:
        raise ValueError("a page has at least one entry")
    pages = []
    for start in range(0, len(entries), size):
        pages.append(entries[start + start // size : start + size])
    return pages
