"""A visitor dispatches by getattr to methods; one of them forgets to return."""


class Visitor:
    def visit(self, node):
        method = getattr(self, "visit_" + node["type"], self.generic)
        return method(node)

    def generic(self, node):
        return 0

    def visit_number(self, node):
        return node["value"]

    def visit_negate(self, node):
        result = -self.visit(node["operand"])
        node["result"] = result  # ORIGIN: implicit-return

    def visit_add(self, node):
        left = self.visit(node["left"])
        right = self.visit(node["right"])
        return left + right  # CRASH


def number(value):
    return {"type": "number", "value": value}


def test_visit():
    visitor = Visitor()
    assert visitor.visit({"type": "add", "left": number(1), "right": number(2)}) == 3
    negate = {"type": "negate", "operand": number(2)}
    assert visitor.visit({"type": "add", "left": number(1), "right": negate}) == -1
