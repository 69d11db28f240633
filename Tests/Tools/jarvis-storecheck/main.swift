// SPDX-License-Identifier: GPL-3.0-or-later
// Test host for the history: appends until it is killed, and checks the result. Tests run it as a child process.
//
//     jarvis-storecheck append-loop DIR [COUNT]   appends "message N" and prints "ack N" as soon as each is durable
//     jarvis-storecheck generate DIR TURNS        writes a history for benchmarks
//     jarvis-storecheck look DIR                  reads all of it, as the window does at startup
//     jarvis-storecheck open|search|memory DIR …  the cost of opening, searching (WORD COUNT) and both (WORD)
//     jarvis-storecheck churn DIR                 changes a history in every way; prints what is certain
//     jarvis-storecheck crash POINTS [SEED [loses]]  kills this many processes in every kind of change; prints a table
//     jarvis-storecheck fuzz LINES [SEED]         reads this many damaged lines and files
//     jarvis-storecheck verify DIR                prints one text per line, oldest first, then the number of damaged lines
//     jarvis-storecheck settings-loop FILE COUNT LETTER  appends to one setting and toggles another, COUNT times
//     jarvis-storecheck latency DIR COUNT         microseconds per durable append, and per bare write and fdatasync

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    FileCheck.say("usage: jarvis-storecheck append-loop|verify|latency DIR [COUNT]", to: STDERR_FILENO)
    exit(2)
}
let count = arguments.count > 2 ? Int(arguments[2]) : nil
do {
    switch arguments[0] {
    case "append-loop": try await FileCheck.appendLoop(arguments[1], count: count ?? .max)
    case "generate": try StoreGenerator.write(arguments[1], count: count ?? 1000)
    case "look": try await StoreMeasurement.look(arguments[1])
    case "open": try await StoreMeasurement.open(arguments[1], count: count ?? 41)
    case "search":
        let word = arguments.count > 2 ? arguments[2] : StoreGenerator.rareWord
        try await StoreMeasurement.search(arguments[1], word, count: arguments.count > 3 ? Int(arguments[3]) ?? 9 : 9)
    case "memory": try await StoreMeasurement.memory(arguments[1], arguments.count > 2 ? arguments[2] : "the")
    case "churn": try await ChurnCheck.run(arguments[1])
    case "crash":
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
        let faults = try await CrashMatrix.run(
            points: Int(arguments[1]) ?? 540, seed: seed, loses: arguments.last == "loses")
        if faults > 0 { exit(1) }
    case "work" where arguments.count > 4:
        try await CrashMatrix.work(
            arguments[2], arguments[1], deadline: Int(arguments[3]), loses: arguments[4] == "loses")
    case "fuzz":
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
        if try FuzzCheck.run(lines: Int(arguments[1]) ?? 1_000_000, seed: seed) > 0 { exit(1) }
    case "fuzz-part":
        try await FuzzCheck.part(first: UInt64(arguments[1]) ?? 0, count: count ?? 1)
    case "verify": try await FileCheck.verify(arguments[1])
    case "settings-loop" where arguments.count > 3:
        try await FileCheck.settingsLoop(arguments[1], count: count ?? 1, letter: arguments[3])
    case "latency": try await FileCheck.latency(arguments[1], count: count ?? 1000)
    default: exit(2)
    }
} catch {
    FileCheck.say("\(error)", to: STDERR_FILENO)
    exit(1)
}
