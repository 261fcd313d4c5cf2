from monitor.alarm import Alarm
from monitor.sample import Sample


def test_a_peak():
    samples = [Sample("a", 1, 0.5), Sample("a", 2, 9.0)]
    assert Alarm(2.0).feed(samples).is_due()


def test_any_load_is_too_much():
    assert Alarm(0.0).feed([Sample("a", 1, 0.5)]).is_due()


def test_old_samples_do_not_count():
    samples = [Sample("a", 1, 9.0), Sample("a", 12, 0.5)]
    assert not Alarm(2.0).feed(samples).is_due()


def test_samples_out_of_order():
    samples = [Sample("a", 10, 0.5), Sample("a", 9, 0.4), Sample("a", 2, 8.0)]
    assert not Alarm(2.0).feed(samples).is_due()
