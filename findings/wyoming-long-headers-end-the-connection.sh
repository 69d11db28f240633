#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# wyoming 1.10.2 (PyPI): an event whose data is in its header line.
#
# Guess: the data of an event may be in the header line or behind it, as the package's page has it, and it makes no
#     difference.
# Seen: behind the line, data may be as long as it likes. In the line, the client reads up to 64 KiB, all told; of a longer
#     one it says the same as of a closed connection: None, without an exception or a line in the log.
# Why it matters: the list of a hundred voices, or a long answer, in the header looks as if the server had hung up.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python wyoming==1.10.2

cat >"$work/probe.py" <<'PYTHON'
import asyncio, json
from wyoming.client import AsyncTcpClient

async def heard(place, letters):
    """What the client reads of an event with a text of that many letters."""
    async def answer(_, writer):
        data = {"text": "a" * letters}
        if place == "in the header":
            writer.write(json.dumps({"type": "transcript", "data": data}).encode() + b"\n")
        else:
            body = json.dumps(data).encode()
            writer.write(json.dumps({"type": "transcript", "data_length": len(body)}).encode() + b"\n" + body)
        await writer.drain()
        await left.wait()
        writer.close()

    left = asyncio.Event()
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        async with AsyncTcpClient(*server.sockets[0].getsockname()) as client:
            event = await client.read_event()
            left.set()
    return event and f"{len(event.data['text'])} letters"

for place in ("in the header", "behind it"):
    for letters in (60_000, 70_000):
        print(f"{letters} letters {place}: {asyncio.run(heard(place, letters))}")
PYTHON
verdict "60000 letters in the header: 60000 letters
70000 letters in the header: None
60000 letters behind it: 60000 letters
70000 letters behind it: 70000 letters" "$(PYTHONPATH=$work/python python3 "$work/probe.py" 2>&1)"
