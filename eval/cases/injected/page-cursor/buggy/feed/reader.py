from feed.cursor import Cursor


class Reader:
    def __init__(self, store, size=3):
        self.cursor = Cursor(store.newest_first(), size)

    def first_page(self):
        return self.cursor.current()

    def oldest_on_next_page(self):
        self.cursor.forward()
        return self.cursor.last()
