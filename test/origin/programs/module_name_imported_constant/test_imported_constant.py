"""`from constants import NAME` copies a module-level None into another module's namespace."""
from rate_limits.limiter import Limiter


def test_limiter():
    assert Limiter("free").allow(1)
    assert Limiter("pro").allow(1)
