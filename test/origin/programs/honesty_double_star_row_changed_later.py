"""One row is made with a None, another one gets it after it was made; `**row` does not tell which row it was.
honesty: true
"""


def weight(text):
    if text == "-":
        return None
    return int(text)


def parcel(line):
    label, text = line.split(";")
    return {"label": label, "weight": weight(text)}


class Parcel:
    def __init__(self, label, weight):
        self.label = label
        self.weight = weight


def read(lines):
    rows = []
    for line in lines:
        row = parcel(line)
        if row["label"] == "lost":
            row["weight"] = None  # ORIGIN: literal
        rows.append(row)
    return rows


class Depot:
    def __init__(self, parcels):
        self.parcels = {parcel.label: parcel for parcel in parcels}


def depot(lines):
    return Depot(Parcel(**row) for row in read(lines))


def test_weight():
    made = depot(["new;-", "lost;4", "old;5"])
    assert made.parcels["old"].weight + 1 == 6
    assert made.parcels["lost"].weight + 1 == 1  # CRASH
