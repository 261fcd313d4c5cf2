DIRECTORY = {
    "ada": {"name": "Ada", "street": "Main St", "phone": None},
    "bob": {"name": "Bob", "strret": "Hill Rd", "phone": None},
}


def street_of(login):
    record = DIRECTORY[login]
    return record.get("street")  # ORIGIN: miss


def name_of(login):
    return DIRECTORY[login].get("name")
