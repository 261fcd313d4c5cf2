"""A lazily computed property of one module asks a relation of another, which was unlinked."""
from crm_models.company import Company
from crm_models.contact import Contact
from crm_models.letters import address_line


def test_address():
    contact = Contact("Ada", Company("ACME"))
    assert address_line(contact) == "Ada, ACME"
    contact.unlink()
    assert address_line(contact) == "Ada, ACME"
