from tracking.scans import describe


def test_known():
    assert describe("P-200") == "P-200: Leipzig on 2026-03-02"


def test_not_yet_scanned():
    assert describe("P-300") == "P-300: not scanned yet"
