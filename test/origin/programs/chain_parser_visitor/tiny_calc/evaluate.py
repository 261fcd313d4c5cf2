from tiny_calc.nodes import Sum


def evaluate(node):
    if isinstance(node, Sum):
        left = evaluate(node.left)
        right = evaluate(node.right)
        return left + right
    return node.value  # CRASH
