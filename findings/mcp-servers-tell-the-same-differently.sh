#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mcp 1.30.0, mcp 2.3.0 and fastmcp 4.2.3, which is built on mcp 2.3.0 (PyPI): the same three tools, called over stdio.
#
# Guess: what a client gets of a tool does not depend on which of these packages its author took. What a tool raises is
#     told to the model, so that it can say why; an argument that the tool does not have is refused; a list of two words
#     is one text, or two, everywhere.
# Seen: a tool that raises ValueError("the boiler is off") says so with mcp 1.30.0 and with fastmcp. With mcp 2.3.0 the
#     answer is "Error executing tool heat" and the reason is only in the server's log; an author who wants it told has
#     to raise ToolError. mcp ignores an unknown argument, fastmcp refuses it. A list of two words is two texts with mcp
#     and one text in JSON with fastmcp.
# Why it matters: "it failed" without a reason may be all there is to say, and an answer of several texts is as usual as
#     one with JSON in it.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mcp_sdk 1.30.0 mcp-1.30.0
mcp_sdk 2.3.0 mcp-2.3.0
mcp_sdk 2.3.0 fastmcp-4.2.3
pypi fastmcp-4.2.3 fastmcp==4.2.3 fastmcp-slim==4.2.3 aiofile==3.12.3 Authlib==1.9.10 \
    beartype==0.23.1 cachetools==8.0.2 caio==0.12.10 certifi==2026.10.19.post1 cyclopts==5.5.2 dnspython==2.9.2 \
    docstring_parser==0.18.0 email-validator==2.4.0 exceptiongroup==1.3.2 griffelib==2.4.1 joserfc==1.8.0 jsonref==1.1.0 \
    jsonschema-path==0.5.0 markdown-it-py==4.3.0 mdurl==0.1.2 openapi-pydantic==0.6.0 packaging==26.4 pathable==0.6.0 \
    platformdirs==4.14.8 py-key-value-aio==0.5.0 pydantic-settings==2.16.3 Pygments==2.21.0 pyperclip==1.11.0 \
    python-dotenv==1.2.4 PyYAML==6.0.4 rich==15.0.0 rich-rst==2.2.0 uncalled-for==0.6.2 watchfiles==1.3.0 websockets==17.4

cat >"$work/server.py" <<'PYTHON'
import sys
if sys.argv[1] == "mcp-2.3.0":
    from mcp.server import MCPServer as Server
elif sys.argv[1] == "mcp-1.30.0":
    from mcp.server.fastmcp import FastMCP as Server
else:
    from fastmcp import FastMCP as Server
server = Server("House")

@server.tool()
def heat() -> str:
    raise ValueError("the boiler is off")

@server.tool()
def add(a: int, b: int) -> int:
    return a + b

@server.tool()
def lamps() -> list[str]:
    return ["desk", "door"]

server.run()
PYTHON
cat >"$work/client.py" <<'PYTHON'
import json, subprocess, sys
server = subprocess.Popen([sys.executable, sys.argv[1], sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)

def say(**message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()

def ask(method, **parameters):
    say(id=1, method=method, params=parameters)
    return json.loads(server.stdout.readline())["result"]

def call(name, **arguments):
    result = ask("tools/call", name=name, arguments=arguments)
    return "failed" if result["isError"] else "done", [part["text"] for part in result["content"]]

ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "client", "version": "1"})
say(method="notifications/initialized")
state, texts = call("heat")
print(f"{sys.argv[2]}: heat {state}:", *texts)
print(f"{sys.argv[2]}: add with one argument too many {call('add', a=1, b=2, c=3)[0]}")
print(f"{sys.argv[2]}: lamps as {call('lamps')[1]}")
server.stdin.close()
server.wait(20)
PYTHON
seen=$(for package in mcp-1.30.0 mcp-2.3.0 fastmcp-4.2.3; do
    HOME=$work PYTHONPATH=$work/$package python3 "$work/client.py" "$work/server.py" "$package"
done)
verdict "mcp-1.30.0: heat failed: Error executing tool heat: the boiler is off
mcp-1.30.0: add with one argument too many done
mcp-1.30.0: lamps as ['desk', 'door']
mcp-2.3.0: heat failed: Error executing tool heat
mcp-2.3.0: add with one argument too many done
mcp-2.3.0: lamps as ['desk', 'door']
fastmcp-4.2.3: heat failed: Error calling tool 'heat': the boiler is off
fastmcp-4.2.3: add with one argument too many failed
fastmcp-4.2.3: lamps as ['[\"desk\",\"door\"]']" "$seen"
