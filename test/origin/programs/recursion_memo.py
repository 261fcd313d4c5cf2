"""A memo dict holds a None for one key; recursion meets it again on another path."""

MEMO = {}


def cost(graph, node):
    if node in MEMO:
        return MEMO[node]
    edges = graph[node]
    if not edges:
        MEMO[node] = None if node == "island" else 0  # ORIGIN: literal
        return MEMO[node]
    best = 0
    for target, weight in edges:
        if target != "island" or node == "end":
            best = max(best, weight + cost(graph, target))  # CRASH
        else:
            cost(graph, target)
    MEMO[node] = best
    return best


def test_cost():
    graph = {"start": [("mid", 1), ("end", 2)], "mid": [("island", 9)], "end": [("island", 1)], "island": []}
    assert cost(graph, "start") == 3
