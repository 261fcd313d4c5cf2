"""A None travels up through three awaited coroutines."""
import asyncio


async def read_row(table, key):
    await asyncio.sleep(0)
    return table.get(key)  # ORIGIN: miss


async def load_user(table, key):
    row = await read_row(table, key)
    return row


async def greeting(table, key):
    user = await load_user(table, key)
    return "Hello " + user["name"]  # CRASH


def test_greeting():
    table = {1: {"name": "Ada"}}
    assert asyncio.run(greeting(table, 1)) == "Hello Ada"
    assert asyncio.run(greeting(table, 2)) == "Hello Bob"
