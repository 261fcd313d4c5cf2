def records(lines):
    for line in lines:
        parts = line.split()
        yield parts[0], parts[-1]
