def age_of(person):
    return int(person.age)  # CRASH


def youngest(people):
    return min([age_of(person) for person in people])
