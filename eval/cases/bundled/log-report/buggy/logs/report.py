from logs.reader import read_entries


class Report:
    def __init__(self, lines):
        self.entries = read_entries(lines)
        self.by_level = {}

    def build(self):
        for entry in self.entries:
            self.by_level.setdefault(entry.level, []).append(entry)
        return self

    def summary(self):
        return {level: len(found) for level, found in sorted(self.by_level.items())}
