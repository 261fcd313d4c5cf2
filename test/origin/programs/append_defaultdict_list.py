"""A defaultdict of lists gathers scores; one append stores a None."""
from collections import defaultdict


def gather(results):
    scores = defaultdict(list)
    for name, score in results:
        scores[name].append(score)
    return scores


def means(results):
    table = gather(results)
    return {name: sum(values) / len(values) for name, values in table.items()}  # CRASH


def run(names):
    results = []
    for name in names:
        results.append((name, 10 if name != "bob" else None))  # ORIGIN: literal
    return results


def test_means():
    assert means(run(["ada", "ada"])) == {"ada": 10}
    assert means(run(["ada", "bob"]))["ada"] == 10
