def show(store, path):
    return store.pages[path].upper()  # CRASH
