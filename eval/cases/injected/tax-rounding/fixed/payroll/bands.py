BANDS = [(0, 0), (12000, 14), (60000, 42)]


def bands_up_to(income):
    """(from, to, percent) of each band that an income reaches."""
    ends = [start for start, _ in BANDS[1:]] + [income]
    return [
        (start, min(end, income), percent)
        for (start, percent), end in zip(BANDS, ends)
        if income > start
    ]
