"""A stack's pop gives the None that was pushed as a marker."""


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()


def evaluate(tokens):
    stack = Stack()
    for token in tokens:
        if token == "(":
            stack.push(None)  # ORIGIN: literal
        elif token == "+":
            right = stack.pop()
            left = stack.pop()
            stack.push(left + right)  # CRASH
        else:
            stack.push(int(token))
    return stack.pop()


def test_evaluate():
    assert evaluate("1 2 +".split()) == 3
    assert evaluate("( 2 +".split()) == 2
