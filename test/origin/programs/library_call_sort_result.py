"""list.sort() returns None and its result is kept instead of the list."""


def ranking(scores):
    names = [name for name in scores]
    ordered = names.sort(key=scores.get)  # ORIGIN: library-call
    return ordered


def winner(scores):
    order = ranking(scores)
    return order[-1]  # CRASH


def test_winner():
    assert winner({"ada": 3, "bob": 5}) == "bob"
