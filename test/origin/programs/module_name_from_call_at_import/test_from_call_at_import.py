"""A module-level name is bound at import from a function of another module that falls off its end."""
from feature_flags.app import banner


def test_banner():
    assert banner() == "beta on"
