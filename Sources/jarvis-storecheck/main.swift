// SPDX-License-Identifier: GPL-3.0-or-later
// Test host of the history: appends until it is killed, and checks what is there. Run as a child process by the tests.
//
//     jarvis-storecheck append-loop DIR [COUNT]   appends "message N" and prints "ack N" as soon as each is durable
//     jarvis-storecheck verify DIR                prints one text per line, oldest first, then the number of damaged lines
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
    case "verify": try await FileCheck.verify(arguments[1])
    case "latency": try await FileCheck.latency(arguments[1], count: count ?? 1000)
    default: exit(2)
    }
} catch {
    FileCheck.say("\(error)", to: STDERR_FILENO)
    exit(1)
}
