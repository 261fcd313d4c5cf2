"""mimetypes.guess_type gives a pair of Nones for an unknown ending."""
import mimetypes


def content_type(name):
    kind, encoding = mimetypes.guess_type(name)  # ORIGIN: library-call|miss
    return kind


def header(name):
    value = content_type(name)
    return "Content-Type: " + value  # CRASH


def test_header():
    assert header("a.html") == "Content-Type: text/html"
    assert header("a.nosuchending") == "Content-Type: application/octet-stream"
