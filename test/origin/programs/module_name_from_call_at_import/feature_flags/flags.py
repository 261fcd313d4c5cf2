FLAGS = [("alpha", "off"), ("gamma", "on")]


def flag(name):
    for known, value in FLAGS:  # ORIGIN: implicit-return
        if known == name:
            return value
