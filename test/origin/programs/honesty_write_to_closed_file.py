"""write() on a closed file: the text that is written is not to blame.
honesty: true
"""
import io


def header(title):
    return "== " + title


def save(stream, title):
    line = header(title)
    stream.write(line)  # CRASH
    return len(line)


def test_save():
    stream = io.StringIO()
    assert save(stream, "a") == 4
    stream.close()
    assert save(stream, "b") == 4
