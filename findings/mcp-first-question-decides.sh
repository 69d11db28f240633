#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mcp 2.3.0 (PyPI), a server over stdio: which versions of the Model Context Protocol it speaks with a client.
#
# Guess: it speaks 2024-11-05 to 2025-11-25 by "initialize" and 2026-07-28 by "server/discover". A client that asks with
#     "server/discover" for a version it does not have is told what it has, and can go on with any of them: that question
#     has failed, so nothing was agreed.
# Seen: the first message decides for as long as the process lives. After a "server/discover" that was refused, with
#     2026-07-28 as the only version in "supported", "initialize" is refused as well. The other way round, a client that
#     has begun with "initialize" and the version 2026-07-28 gets 2025-11-25, and no "server/discover" from then on.
# Why it matters: a client that tries the newer way first, and falls back, has to start the server a second time or has to
#     know this. mcp 1.30.0 answers the unknown question with an error and then accepts "initialize".
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mcp_sdk 1.30.0 mcp-1.30.0
mcp_sdk 2.3.0 mcp-2.3.0

cat >"$work/server.py" <<'PYTHON'
try:
    from mcp.server import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server
Server("House").run()
PYTHON
cat >"$work/client.py" <<'PYTHON'
import json, subprocess, sys

class Server:
    def __init__(self):
        self.process = subprocess.Popen([sys.executable, sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, method, **parameters):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" not in answer:
            result = answer["result"]
            return result.get("protocolVersion") or " ".join(result["supportedVersions"])
        data = answer["error"].get("data")
        supported = " ".join(data["supported"]) if isinstance(data, dict) else "nothing"
        return f"refused, naming {supported}"

    def discover(self, version):
        prefix = "io.modelcontextprotocol/"
        return self.ask("server/discover", _meta={
            prefix + "protocolVersion": version, prefix + "clientCapabilities": {},
            prefix + "clientInfo": {"name": "client", "version": "1"}})

    def initialize(self, version):
        return self.ask("initialize", protocolVersion=version, capabilities={},
                        clientInfo={"name": "client", "version": "1"})

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)

for attempt in ("initialize 2025-11-25", "discover 2027-01-01, discover 2026-07-28", "discover 2027-01-01, initialize 2025-11-25",
                "initialize 2026-07-28, discover 2026-07-28"):
    server, answers = Server(), []
    for step in attempt.split(", "):
        method, version = step.split()
        answers.append(f"{step}: {getattr(server, method)(version)}")
    print(f"{sys.argv[2]}: {'; then '.join(answers)}", flush=True)
    server.end()
PYTHON
seen=$(for package in mcp-1.30.0 mcp-2.3.0; do
    PYTHONPATH=$work/$package python3 "$work/client.py" "$work/server.py" "$package"
done)
verdict "mcp-1.30.0: initialize 2025-11-25: 2025-11-25
mcp-1.30.0: discover 2027-01-01: refused, naming nothing; then discover 2026-07-28: refused, naming nothing
mcp-1.30.0: discover 2027-01-01: refused, naming nothing; then initialize 2025-11-25: 2025-11-25
mcp-1.30.0: initialize 2026-07-28: 2025-11-25; then discover 2026-07-28: refused, naming nothing
mcp-2.3.0: initialize 2025-11-25: 2025-11-25
mcp-2.3.0: discover 2027-01-01: refused, naming 2026-07-28; then discover 2026-07-28: 2026-07-28
mcp-2.3.0: discover 2027-01-01: refused, naming 2026-07-28; then initialize 2025-11-25: refused, naming 2026-07-28
mcp-2.3.0: initialize 2026-07-28: 2025-11-25; then discover 2026-07-28: refused, naming nothing" "$seen"
