from logs.report import Report


def test_only_comments():
    assert Report(["# one", "# two"]).build().summary() == {}


def test_comments_between():
    lines = ["09:00:00 WARN late", "# moved", "09:00:01 WARN later"]
    assert Report(lines).build().summary() == {"WARN": 2}
