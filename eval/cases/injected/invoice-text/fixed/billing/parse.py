from billing.columns import COLUMNS, NUMBERS


def parse_row(row):
    fields = [field.strip() for field in row.split(",")]
    entry = dict(zip(COLUMNS, fields))
    for name in NUMBERS:
        if name in entry:
            entry[name] = int(entry[name])
    entry.setdefault("tax", 19)
    return entry


def parse(text):
    return [parse_row(row) for row in text.strip().splitlines() if row.strip()]
