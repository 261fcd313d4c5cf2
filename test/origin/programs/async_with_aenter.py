"""__aenter__ forgets its return."""
import asyncio


class Session:
    def __init__(self):
        self.state = "new"

    async def __aenter__(self):
        await asyncio.sleep(0)
        self.state = "open"  # ORIGIN: implicit-return

    async def __aexit__(self, *exc):
        self.state = "closed"


async def use():
    async with Session() as session:
        return session.state  # CRASH


def test_use():
    assert asyncio.run(use()) == "open"
