"""An async generator yields a None in its last round."""
import asyncio


async def pages(count):
    for number in range(count):
        await asyncio.sleep(0)
        rows = [number] * number
        if number == 3:
            rows = None  # ORIGIN: literal
        yield rows


async def total(count):
    result = 0
    async for rows in pages(count):
        result += len(rows)  # CRASH
    return result


def test_total():
    assert asyncio.run(total(3)) == 3
    assert asyncio.run(total(4)) == 6
