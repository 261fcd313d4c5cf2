def sizes(records):
    for verb, size in records:
        if size.isdigit():
            number = int(size)
        else:
            number = None  # ORIGIN: literal
        yield verb, number


def without_heads(records):
    for verb, size in records:
        if verb != "HEAD":
            yield verb, size
