"""__init_subclass__ stores a default of its keyword on the class."""


class Plugin:
    def __init_subclass__(cls, name=None, **kwargs):  # ORIGIN: default-argument
        super().__init_subclass__(**kwargs)
        cls.name = name

    def title(self):
        return self.name.title()  # CRASH


class Json(Plugin, name="json"):
    pass


class Yaml(Plugin):
    pass


def test_title():
    assert Json().title() == "Json"
    assert Yaml().title() == "Yaml"
