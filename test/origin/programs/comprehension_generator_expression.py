"""A generator expression is consumed in another function."""


def scores(players):
    return (player["score"] for player in players)


def best(players):
    top = 0
    for score in scores(players):
        if score > top:  # CRASH
            top = score
    return top


def roster(late):
    players = [{"score": 3}, {"score": 7}]
    if late:
        players.append({"score": None})  # ORIGIN: literal
    return players


def test_best():
    assert best(roster(False)) == 7
    assert best(roster(True)) == 7
