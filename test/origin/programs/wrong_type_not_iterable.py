"""TypeError: an int is iterated over; it was stored in an attribute by a constructor call.
bad: wrong-type
"""


class Poll:
    def __init__(self, votes):
        self.votes = votes

    def tally(self):
        total = 0
        for vote in self.votes:  # CRASH
            total += vote
        return total


def polls():
    return [
        Poll([1, 2]),
        Poll(7),  # ORIGIN: literal
    ]


def test_tally():
    assert polls()[0].tally() == 3
    assert polls()[1].tally() == 7
