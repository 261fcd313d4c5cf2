"""The miss and the crash are one expression: re.fullmatch(...).groups()."""
import re


def parse_duration(text):
    hours, minutes = re.fullmatch(r"(\d+)h(\d+)m", text).groups()  # ORIGIN: miss # CRASH
    return int(hours) * 60 + int(minutes)


def test_durations():
    assert parse_duration("1h30m") == 90
    assert parse_duration("45m") == 45
