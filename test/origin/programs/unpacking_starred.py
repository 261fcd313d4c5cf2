"""A starred target gathers the rest; the None is the first element of the rest."""


def command(line):
    words = line.split()
    if len(words) == 1:
        words.append(None)  # ORIGIN: literal
    return words


def run(line):
    name, *rest = command(line)
    return name + " " + rest[0]  # CRASH


def test_run():
    assert run("git pull origin") == "git pull"
    assert run("git") == "git status"
