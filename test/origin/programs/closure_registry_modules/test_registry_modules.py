"""Validators registered by closures of one module run in another; a factory captures a None limit."""
from form_checks.form import Form
from form_checks.rules import install


def test_valid():
    form = Form()
    install(form, {"name": 5})
    assert form.valid({"name": "ada"})
    install(form, {"mail": None})  # ORIGIN: literal
    assert form.valid({"name": "ada", "mail": "a@x"})
