// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what the agent makes of requests, and of talk that is none; started by scripts/bench.
//
//     jarvis-understandingcheck requests FILE [--third N] [--list]
//     jarvis-understandingcheck followups FILE [--third N] [--intents] [--list]
//     jarvis-understandingcheck talk FILE [--list]
//
// FILE holds lines `request<TAB>intent<TAB>values`, `request<TAB>what follows<TAB>intent values`, or one utterance a
// line. `--third 0` measures the third that nothing was tuned on, 1 and 2 the others; `--intents` counts what no skill
// answers yet; `--list` prints what went wrong.

import Glibc
import JarvisAgent

let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}
let lists = arguments.contains("--list")
switch arguments.first {
case "requests" where arguments.count >= 2:
    RequestsCheck(
        file: arguments[1], third: option("--third").flatMap(UInt64.init), lists: lists,
        countsMissing: arguments.contains("--intents")
    ).run()
case "followups" where arguments.count >= 2:
    try await FollowUpsCheck(
        file: arguments[1], third: option("--third").flatMap(UInt64.init), lists: lists,
        countsMissing: arguments.contains("--intents")
    ).run()
case "talk" where arguments.count >= 2:
    TalkCheck(file: arguments[1], lists: lists).run()
default:
    print(
        "usage: jarvis-understandingcheck requests FILE [--third N] [--list] | followups FILE [--third N] [--list] | talk FILE [--list]"
    )
    exit(2)
}
