class Store:
    def __init__(self):
        self.entries = []

    def add(self, title, minute):
        self.entries.append((minute, title))

    def newest_first(self):
        return [title for _, title in sorted(self.entries, reverse=True)]
