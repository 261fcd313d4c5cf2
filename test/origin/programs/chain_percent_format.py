"""%-formatting of a tuple: the second of three values is None."""


def stats(samples):
    best = None  # ORIGIN: literal
    worst = None
    for sample in samples:
        if sample > 90:
            best = sample
        if worst is None or sample < worst:
            worst = sample
    return len(samples), best, worst


def line(samples):
    count, best, worst = stats(samples)
    return "%d/%d/%d" % (count, best, worst)  # CRASH


def test_line():
    assert line([91, 95, 12]) == "3/95/12"
    assert line([50, 12]) == "2/50/12"
