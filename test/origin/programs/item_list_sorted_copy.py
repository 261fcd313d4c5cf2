"""sorted() copies records; the record with the None comes first afterwards."""


class Runner:
    def __init__(self, number, seconds):
        self.number = number
        self.seconds = seconds


def start_list():
    runners = [Runner(3, 61), Runner(1, 55)]
    late = Runner(0, None)  # ORIGIN: literal
    runners.append(late)
    return runners


def by_number(runners):
    return sorted(runners, key=lambda runner: runner.number)


def fastest(runners):
    ordered = by_number(runners)
    return min(runner.seconds for runner in ordered)  # CRASH


def test_fastest():
    assert fastest(start_list()[:2]) == 55
    assert fastest(start_list()) == 55
