"""A server made with the official Python SDK, 1.x or 2.x, the same as the other servers here.

Usage: mcp_server.py stdio | http
"""

import asyncio
import socket
import sys
from typing import Annotated

import mcp
from pydantic import BaseModel

NEW = hasattr(mcp, "Client")

if NEW:
    from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
    from mcp.types import CallToolResult, TextContent
else:
    from mcp.server.fastmcp import Context
    from mcp.server.fastmcp import FastMCP as MCPServer
    from mcp.types import CallToolResult, TextContent

server = MCPServer("peer")


class Said(BaseModel):
    text: str


class Zone(BaseModel):
    zone: str


@server.tool(description="Says it")
def say(text: str) -> Said:
    return Said(text=text)


@server.tool()
async def count(to: int, ctx: Context) -> CallToolResult:
    for number in range(1, to + 1):
        await ctx.report_progress(number, to, f"number {number}")
    # Where progress and the answer are read at once, clients of the TypeScript SDK drop the progress.
    await asyncio.sleep(0.05)
    return CallToolResult(content=[TextContent(type="text", text=f"counted to {to}")])


if NEW:

    def asked(question: str) -> Elicit[Zone]:
        return Elicit(question, Zone)

    @server.tool()
    def ask(question: str, zone: Annotated[Zone, Resolve(asked)]) -> CallToolResult:
        return CallToolResult(content=[TextContent(type="text", text=f"the user says {zone.zone}")])

else:

    @server.tool()
    async def ask(question: str, ctx: Context) -> CallToolResult:
        answer = await ctx.elicit(question, Zone)
        return CallToolResult(content=[TextContent(type="text", text=f"the user says {answer.data.zone}")])


@server.tool()
def refuse() -> CallToolResult:
    return CallToolResult(isError=True, content=[TextContent(type="text", text="not today")])


@server.resource("notes://today", mime_type="text/plain")
def today() -> str:
    return "Grüße, 世界 🌍"


async def serve_http():
    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0))
    app = server.streamable_http_app()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    await uvicorn.Server(uvicorn.Config(app, log_level="error")).serve(sockets=[listener])


if sys.argv[1] == "http":
    asyncio.run(serve_http())
else:
    server.run()
