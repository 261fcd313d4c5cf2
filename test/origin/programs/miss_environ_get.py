"""os.environ.get misses; the name of the variable is misspelt."""
import os


def settings():
    home = os.environ.get("PATH")
    region = os.environ.get("SHOP_REGOIN_THAT_IS_NOT_SET")  # ORIGIN: miss
    return {"home": home, "region": region}


def bucket(name):
    region = settings()["region"]
    return name + "-" + region.lower()  # CRASH


def test_bucket(monkeypatch):
    monkeypatch.setenv("SHOP_REGION", "EU")
    assert bucket("logs") == "logs-eu"
