def address_line(contact):
    company = contact.employer
    return contact.name + ", " + company.name  # CRASH
