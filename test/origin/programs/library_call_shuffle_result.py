"""random.shuffle works in place and returns None."""
import random


def deck(seed):
    cards = list(range(8))
    shuffled = random.Random(seed).shuffle(cards)  # ORIGIN: library-call
    return {"cards": shuffled, "seed": seed}


def deal(seed, count):
    pack = deck(seed)
    return pack["cards"][:count]  # CRASH


def test_deal():
    assert len(deal(3, 2)) == 2
