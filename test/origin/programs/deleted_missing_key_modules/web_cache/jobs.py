def expire(store, now):
    old = [path for path, until in store.until.items() if until < now]
    for path in old:
        store.until.pop(path)
        del store.pages[path]  # ORIGIN: deleted
    return len(old)
