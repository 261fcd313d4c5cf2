FACTORS = {"km": 1000, "m": 1}


def factor(unit):
    return FACTORS.get(unit, 0)
