"""A coroutine returns bare; the awaiting caller uses the result."""
import asyncio


async def handle(request):
    if request["method"] == "HEAD":
        return  # ORIGIN: bare-return
    return {"status": 200}


async def serve(request):
    await asyncio.sleep(0)
    response = await handle(request)
    return response["status"]  # CRASH


def test_serve():
    assert asyncio.run(serve({"method": "GET"})) == 200
    assert asyncio.run(serve({"method": "HEAD"})) == 200
