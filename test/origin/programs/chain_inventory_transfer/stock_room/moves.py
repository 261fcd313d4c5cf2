class Move:
    def __init__(self, source, target, count):
        self.source = source
        self.target = target
        self.count = count


def remaining(have, count):
    if have == count:
        return None  # ORIGIN: literal
    return have - count


def apply(shelves, moves):
    for move in moves:
        left = remaining(shelves[move.source], move.count)
        shelves[move.source] = left
        shelves[move.target] = shelves[move.target] + move.count
