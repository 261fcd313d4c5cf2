class Person:
    def __init__(self, name, age):
        self.name = name
        self.age = age
        self.city = None


def split(line, width):
    cells = line.split(",")
    while len(cells) < width:
        cells.append(None)  # ORIGIN: literal
    return cells


def read_people(text):
    lines = text.splitlines()
    names = lines[0].split(",")
    people = []
    for line in lines[1:]:
        record = dict(zip(names, split(line, len(names))))
        people.append(Person(record["name"], record["age"]))
    return people
