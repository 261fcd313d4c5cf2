"""functools.cached_property keeps the None of its first computation; a later read finds it in the instance."""
import functools


class Report:
    def __init__(self, rows):
        self.rows = rows

    @functools.cached_property
    def peak(self):
        best = None  # ORIGIN: literal
        for row in self.rows:
            if row > 0:
                best = row
        return best

    def has_peak(self):
        return self.peak is not None


def double_peak(report):
    return report.peak * 2  # CRASH


def test_double_peak():
    assert double_peak(Report([1, 5])) == 10
    report = Report([-1, -5])
    assert not report.has_peak()
    assert double_peak(report) == 0
