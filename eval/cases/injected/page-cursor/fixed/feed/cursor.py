from feed.pages import split_pages


class Cursor:
    def __init__(self, entries, size):
        self.pages = split_pages(entries, size)
        self.at = 0

    def current(self):
        return self.pages[self.at]

    def forward(self):
        if self.at + 1 < len(self.pages):
            self.at += 1
        return self.current()

    def last(self):
        return self.current()[-1]
