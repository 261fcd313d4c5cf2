"""A registry decorator forgets to return the class; the module's name is None when the factory uses it."""
from codec_plugins.factory import make


def test_make():
    assert make("json").name == "json"
    assert make("yaml").name == "yaml"
