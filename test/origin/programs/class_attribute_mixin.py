"""With two mixins, the method resolution order decides whose None is seen."""


class JsonMixin:
    encoder = "json"
    indent = None  # ORIGIN: class-attribute


class PrettyMixin:
    indent = 2


class Writer(JsonMixin, PrettyMixin):
    def width(self):
        return self.indent * 4  # CRASH


class PrettyWriter(PrettyMixin, JsonMixin):
    def width(self):
        return self.indent * 4


def test_width():
    assert PrettyWriter().width() == 8
    assert Writer().width() == 8
