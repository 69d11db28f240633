// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how the agent interprets requests and overheard speech; started by scripts/bench.
//
//     jarvis-understandingcheck requests FILE [--third N] [--offline] [--list]
//     jarvis-understandingcheck followups FILE [--third N] [--intents] [--list]
//     jarvis-understandingcheck talk FILE [--third N] [--list]
//     jarvis-understandingcheck features FILE [--languages]
//     jarvis-understandingcheck languages FILE [--list]
//     jarvis-understandingcheck converse <FILE
//     jarvis-understandingcheck fuzz FILE… [--count N] [--seed N]
//     jarvis-understandingcheck values <FILE
//     jarvis-understandingcheck verdicts FOLDER [--held-out | --third N] [--list CLASS]
//
// FILE holds lines `request<TAB>intent<TAB>values`, `request<TAB>follow-up<TAB>intent values`, or one utterance a line.
// `--third 0` measures the third that nothing was tuned on, 1 and 2 the others; `--intents` also counts intents without
// a skill; `--offline` leaves out requests to online services; `--list` prints the failures. `features` replaces the
// text in the last field of each line with the estimate's features, for training/understanding, or with those of
// languages, for training/languages. `languages` counts how many of the lines `code<TAB>…<TAB>text` are recognized. `converse` answers the
// lines of standard input with the real skills, on fakes; `fuzz` answers nonsensical requests mixed from the files.
// `values` prints the values of the phrases on standard input. `verdicts` judges the outcomes of the requests in a
// folder of public data; `--third 1` and `2` are those that may be looked at, so that weights can be fitted without one.

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
        countsMissing: arguments.contains("--intents"), leavesOutOnline: arguments.contains("--offline")
    ).run()
case "followups" where arguments.count >= 2:
    try await FollowUpsCheck(
        file: arguments[1], third: option("--third").flatMap(UInt64.init), lists: lists,
        countsMissing: arguments.contains("--intents")
    ).run()
case "talk" where arguments.count >= 2:
    TalkCheck(file: arguments[1], third: option("--third").flatMap(UInt64.init), lists: lists).run()
case "converse":
    try await ConverseCheck().run()
case "values":
    ValuesCheck().run()
case "verdicts" where arguments.count >= 2:
    await VerdictsCheck(
        folder: arguments[1], third: arguments.contains("--held-out") ? 0 : option("--third").flatMap { Int($0) },
        listed: option("--list")
    ).run()
case "features" where arguments.count >= 2:
    FeaturesCheck(file: arguments[1], isOfLanguages: arguments.contains("--languages")).run()
case "languages" where arguments.count >= 2:
    LanguagesCheck(file: arguments[1], lists: lists).run()
case "fuzz" where arguments.count >= 2:
    try await FuzzCheck(
        files: arguments.dropFirst().prefix { !$0.hasPrefix("--") }.map(\.self),
        count: option("--count").flatMap(Int.init) ?? 100_000, seed: option("--seed").flatMap(UInt64.init) ?? 1
    ).run()
default:
    print(
        "usage: jarvis-understandingcheck requests FILE [--third N] [--list] | followups FILE [--third N] [--list] | talk FILE [--third N] [--list] | features FILE [--languages] | languages FILE [--list] | converse | fuzz FILE… | values | verdicts FOLDER [--held-out | --third N] [--list CLASS]"
    )
    exit(2)
}
