"""A short row of a CSV text is padded with None; the pad cell is turned into a number much later."""
from people_import.reader import read_people
from people_import.report import youngest


def test_youngest():
    assert youngest(read_people("name,city,age\nada,Rome,36\nbob,Oslo,50\n")) == 36
    assert youngest(read_people("name,city,age\nada,Rome,36\nbob,Oslo\n")) == 36
