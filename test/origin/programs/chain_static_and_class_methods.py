"""Static and class methods hand a None on; decoys are returned by a method with the same name in another class."""


class CsvReader:
    @staticmethod
    def detect(text):
        return "," if "," in text else None


class TabReader:
    @staticmethod
    def detect(text):
        return "\t" if "\t" in text else None  # ORIGIN: literal

    @classmethod
    def columns(cls, text):
        separator = cls.detect(text)
        return separator.join(["a", "b"])  # CRASH


def readers(text):
    return [reader for reader in (CsvReader, TabReader) if reader.detect(text)]


def test_columns():
    assert readers("a b") == []
    assert TabReader.columns("a\tb") == "a\tb"
    assert TabReader.columns("a b") == "a b"
