"""TypeError: a coroutine object is subscripted since the await is missing.
bad: wrong-type
"""
import asyncio
import warnings


async def load(user_id):
    await asyncio.sleep(0)
    return {"id": user_id, "name": "ada"}


async def name_of(user_id):
    user = load(user_id)  # ORIGIN: built|library-call|return|literal
    try:
        return user["name"]  # CRASH
    finally:
        user.close()


def test_name_of():
    warnings.simplefilter("ignore")
    assert asyncio.run(name_of(1)) == "ada"
