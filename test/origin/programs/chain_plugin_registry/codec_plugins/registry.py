KNOWN = []


def plugin(cls):
    KNOWN.append(cls.__name__)
    return cls


def deprecated(cls):
    KNOWN.append("old " + cls.__name__)  # ORIGIN: implicit-return
