"""Lets a test drive clients of the official Python SDK, one after the other: requests and answers are lines of JSON.

A client begins with {"url", "token"} or {"stdio": [program, ...], "env"}, with "era" besides, and ends with null.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack, asynccontextmanager

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

# Both majors are meant: what is called differently in them is asked for here.
NEW = hasattr(mcp, "Client")


async def on_question(context, params):
    return mcp.types.ElicitResult(action="accept", content={"zone": "EU"})


def dump(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


@asynccontextmanager
async def transport(reach):
    if "stdio" in reach:
        program, *args = reach["stdio"]
        server = StdioServerParameters(command=program, args=args, env=reach["env"])
        async with stdio_client(server) as streams:
            yield streams
        return
    if NEW:
        import httpx2 as httpx
    else:
        import httpx
    headers = {"Authorization": "Bearer " + reach["token"]}
    async with httpx.AsyncClient(headers=headers, timeout=60, follow_redirects=True) as client:
        async with streamable_http_client(reach["url"], http_client=client) as streams:
            yield streams


@asynccontextmanager
async def connected(reach):
    """A client, and the protocol version that it agreed on."""
    async with AsyncExitStack() as stack:
        if NEW:
            mode = "legacy" if reach["era"] == "2025-11-25" else "auto"
            client = await stack.enter_async_context(mcp.Client(transport(reach), mode=mode, elicitation_callback=on_question))
            yield client, client.protocol_version
        else:
            read, write, *_ = await stack.enter_async_context(transport(reach))
            session = mcp.ClientSession(read, write, elicitation_callback=on_question)
            client = await stack.enter_async_context(session)
            yield client, (await client.initialize()).protocolVersion


async def answer(client, request):
    what = request["do"]
    if what == "tools":
        return [tool.name for tool in (await client.list_tools()).tools]
    if what == "resources":
        return [str(resource.uri) for resource in (await client.list_resources()).resources]
    if what == "read":
        uri = request["uri"] if NEW else __import__("pydantic").AnyUrl(request["uri"])
        return (await client.read_resource(uri)).contents[0].text
    progress = []

    async def on_progress(done, total, message):
        progress.append(message)

    result = await client.call_tool(request["name"], request["input"], progress_callback=on_progress)
    return {"result": dump(result), "progress": progress}


async def main():
    loop = asyncio.get_running_loop()

    async def read():
        line = await loop.run_in_executor(None, sys.stdin.readline)
        return json.loads(line or "null")

    while reach := await read():
        async with connected(reach) as (client, version):
            print(json.dumps(version), flush=True)
            while request := await read():
                print(json.dumps(await answer(client, request)), flush=True)
        print("null", flush=True)


asyncio.run(main())
