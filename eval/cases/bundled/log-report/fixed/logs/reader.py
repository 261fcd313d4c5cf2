from collections import namedtuple

Entry = namedtuple("Entry", "time level text")


def parse_entry(line):
    line = line.strip()
    if line and not line.startswith("#"):
        time, level, text = line.split(" ", 2)
        return Entry(time, level, text)


def read_entries(lines):
    entries = []
    for line in lines:
        entry = parse_entry(line)
        if entry is not None:
            entries.append(entry)
    return entries
