"""A print-like writer's result is used as text."""
import io


def write(buffer, text):
    return print(text, file=buffer)  # ORIGIN: library-call


def log(lines):
    buffer = io.StringIO()
    size = 0
    for line in lines:
        written = write(buffer, line)
        size += written  # CRASH
    return size


def test_log():
    assert log(["a", "b"]) == 4
