from logs.report import Report

LINES = [
    "# rotated at midnight",
    "10:02:11 INFO worker started",
    "10:02:12 WARN queue is long",
    "10:02:13 INFO worker stopped",
]


def test_empty_log():
    assert Report([]).build().summary() == {}


def test_comments_are_skipped():
    assert Report(LINES).build().summary() == {"INFO": 2, "WARN": 1}
