from monitor.alarm import Alarm
from monitor.sample import Sample


def test_the_window_does_not_depend_on_the_limit():
    samples = [Sample("a", minute, 9.0) for minute in range(8)] + [Sample("a", 20, 0.1)]
    assert not Alarm(9.5, minutes=5).feed(samples).is_due()
    assert len(Alarm(1.0, minutes=3).feed(samples[:8]).window.samples) == 3
