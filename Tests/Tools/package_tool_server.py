# SPDX-License-Identifier: GPL-3.0-or-later
"""A tool server whose wire code is the mcp package's own, of either of its generations.

usage: package_tool_server.py [--http [--resumable]]

With --resumable, which is for the earlier generation only, events are numbered and kept, and a tool closes its stream.
"""

import asyncio
import os
import socket
import sys

try:
    from mcp.server.mcpserver import MCPServer
except ModuleNotFoundError:
    from mcp.server.fastmcp import FastMCP as MCPServer
try:
    from mcp_types import ToolAnnotations
except ModuleNotFoundError:
    from mcp.types import ToolAnnotations


def kept_events():
    """The settings of a server whose streams can be taken up again."""
    from mcp.server.streamable_http import EventMessage, EventStore

    class Events(EventStore):
        def __init__(self):
            self.events = []

        async def store_event(self, stream_id, message):
            self.events.append((stream_id, message))
            return str(len(self.events))

        async def replay_events_after(self, last_event_id, send_callback):
            print("again from", last_event_id, file=sys.stderr, flush=True)
            last = int(last_event_id)
            stream = self.events[last - 1][0]
            for number, (stream_id, message) in enumerate(self.events[last:], last + 1):
                if stream_id == stream and message is not None:
                    await send_callback(EventMessage(message, str(number)))
            return stream

    return {"event_store": Events(), "retry_interval": 10}


is_resumable = "--resumable" in sys.argv
server = MCPServer("package", **(kept_events() if is_resumable else {}))


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def echo(text: str) -> str:
    """Says it again."""
    return text


@server.tool()
def add(first: int, second: int) -> int:
    """Adds two numbers."""
    return first + second


@server.tool(annotations=ToolAnnotations(destructiveHint=True))
def fail() -> str:
    """Does not work."""
    raise ValueError("it went wrong")


@server.tool()
async def wait() -> str:
    """Never ends by itself."""
    print("waiting", file=sys.stderr, flush=True)
    try:
        await asyncio.sleep(3600)
    finally:
        print("called off", file=sys.stderr, flush=True)
    return "done"


if is_resumable:
    from mcp.server.fastmcp import Context

    @server.tool()
    async def cut(context: Context) -> str:
        """Closes its stream before it answers."""
        await context.close_sse_stream()
        await asyncio.sleep(0.1)
        return "whole"


async def serve():
    """Listens on a port of the system's choice, says which, and ends with its parent."""
    import uvicorn

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    web = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error"))
    parent = os.getppid()
    print("port", listener.getsockname()[1], flush=True)

    async def watch():
        # A test that crashed cannot end its server.
        while os.getppid() == parent:
            await asyncio.sleep(1)
        os._exit(0)

    await asyncio.gather(web.serve(sockets=[listener]), watch())


if "--http" in sys.argv:
    asyncio.run(serve())
else:
    server.run("stdio")
