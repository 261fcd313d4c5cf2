"""UnboundLocalError: an import inside a branch is the only binding.
bad: unset-name
"""


def digest(text, strong):
    data = text.encode()
    if strong:
        import hashlib  # ORIGIN: never-set

        data = hashlib.sha256(data).digest()
    return hashlib.md5(data).hexdigest()[:4]  # CRASH


def test_digest():
    assert len(digest("a", True)) == 4
    assert len(digest("a", False)) == 4
