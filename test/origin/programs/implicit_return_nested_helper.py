"""The None falls out of an inner function; the outer ones return it explicitly."""


def report(rows):
    def pick(row):
        if row["kind"] == "sale":
            return row["amount"]
        if row["kind"] == "refund":
            return -row["amount"]
        row["skipped"] = True  # ORIGIN: implicit-return

    def signed(row):
        return pick(row)

    total = 0
    for row in rows:
        total += signed(row)  # CRASH
    return total


def test_report():
    rows = [{"kind": "sale", "amount": 5}, {"kind": "refund", "amount": 2}, {"kind": "note", "amount": 0}]
    assert report(rows) == 3
