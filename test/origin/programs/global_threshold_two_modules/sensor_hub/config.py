threshold = 0


def parse(text):
    if isinstance(text, int):
        return text
    if text.isdigit():  # ORIGIN: implicit-return
        return int(text)


def set_threshold(value):
    global threshold
    threshold = parse(value)
