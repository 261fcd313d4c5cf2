from tiny_calc.nodes import Number, Sum


def operand(tokens, position):
    if position < len(tokens):
        return Number(int(tokens[position]))
    return None  # ORIGIN: literal


def parse(text):
    tokens = text.split()
    node = operand(tokens, 0)
    position = 1
    while position < len(tokens):
        right = operand(tokens, position + 1)
        node = Sum(node, right)
        position += 2
    return node
