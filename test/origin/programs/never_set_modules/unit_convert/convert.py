from unit_convert.factors import factor


def convert(value, unit):
    scale = factor(unit)
    if scale:
        result = value * scale  # ORIGIN: never-set
    return result  # CRASH
