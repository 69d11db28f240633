// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the delay that JARVIS adds to a language model; started by scripts/bench.
//
//     jarvis-mindcheck turns COUNT                  times of COUNT turns, and of bare requests in between
//     jarvis-mindcheck tools COUNT                  the time to choose among COUNT tools
//     jarvis-mindcheck cancel COUNT SCRIPT          how soon COUNT cancelled answers end; SCRIPT starts llama.cpp's server
//     jarvis-mindcheck serve TOKENS-PER-SECOND COUNT   emulates a model with answers of COUNT tokens; prints "port N"

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "turns" where arguments.count == 2: try await TurnsCheck.run(count: Int(arguments[1]) ?? 300)
case "tools" where arguments.count == 2: ToolsCheck.run(count: Int(arguments[1]) ?? 200)
case "cancel" where arguments.count == 3:
    try await CancelCheck.run(count: Int(arguments[1]) ?? 20, script: arguments[2])
case "serve" where arguments.count == 3:
    try StreamingServer.run(tokensPerSecond: Int(arguments[1]) ?? 200, count: Int(arguments[2]) ?? 600)
default:
    print("usage: jarvis-mindcheck turns COUNT | tools COUNT | cancel COUNT SCRIPT | serve TOKENS-PER-SECOND COUNT")
    exit(2)
}
