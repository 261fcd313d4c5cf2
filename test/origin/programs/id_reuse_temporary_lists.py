"""Lists of the same size are made and freed on every round; an earlier one held a None at the same place and was harmless."""


def decode(frame):
    cells = [0, 0, 0]
    for index, char in enumerate(frame):
        if char == "?":
            cells[index] = None
        elif char == "!":
            cells[index] = None  # ORIGIN: literal
        else:
            cells[index] = int(char)
    return cells


def energy(frames):
    total = 0
    for frame in frames:
        cells = decode(frame)
        if "?" in frame:
            continue
        total += cells[1] * 2  # CRASH
    return total


def test_energy():
    assert energy(["123", "4?5", "678"]) == 18
    assert energy(["1?3", "4?5", "6!8"]) == 4
