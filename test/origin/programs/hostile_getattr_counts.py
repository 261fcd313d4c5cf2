"""Every unknown attribute that is asked for is counted and changes the outcome of the test."""


class Recorder:
    def __init__(self):
        self.__dict__["asked"] = []
        self.__dict__["answer"] = 1

    def __getattr__(self, name):
        self.asked.append(name)
        if name.startswith("__"):
            raise AttributeError(name)
        return len(self.asked)


def score(recorder, names):
    total = 0
    for name in names:
        total += getattr(recorder, name)
    return total


def pick(names, wanted):
    for name in names:  # ORIGIN: implicit-return
        if name == wanted:
            return [name]


def run(wanted):
    recorder = Recorder()
    first = score(recorder, ["a", "b"])
    if first != 3:
        raise RuntimeError("somebody else asked")
    return len(pick(["a", "b"], wanted)) + first  # CRASH


def test_run():
    assert run("a") == 4
    assert run("z") == 4
