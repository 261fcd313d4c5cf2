def test_never():
    return 1


x = = 2
