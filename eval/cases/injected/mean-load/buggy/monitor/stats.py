def mean(values):
    values = list(values)
    return sum(values) / len(values)


def peak(values):
    return max(values, default=0.0)
