// SPDX-License-Identifier: GPL-3.0-or-later
// Output and settings changes of the test host.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore

enum FileCheck {
    static func appendLoop(_ folder: String, count: Int) async throws {
        let store = JSONLinesConversationStore(folder: folder)
        var number = try await store.page(before: nil, limit: 1).messages.last.flatMap { self.number($0.text) } ?? -1
        for _ in 0..<count {
            number += 1
            let draft = MessageDraft(
                turn: TurnID(rawValue: UInt64(number)), kind: .user, text: "message \(number)", source: .typed)
            _ = try await store.append(draft)
            say("ack \(number)", to: STDOUT_FILENO)
        }
    }

    /// Changes settings that other processes change at the same time; each change builds on the current value.
    static func settingsLoop(_ path: String, count: Int, letter: String) async throws {
        let store = JSONSettingsStore(path: path)
        for number in 0..<count {
            try await store.update { settings in
                settings.calendarFiles += letter
                settings.speaksReplies = number.isMultiple(of: 2)
            }.value
        }
        say("done", to: STDOUT_FILENO)
    }

    static func verify(_ folder: String) async throws {
        let store = JSONLinesConversationStore(folder: folder)
        let report = await store.report()
        for message in try await store.page(before: nil, limit: .max - 1).messages {
            say(message.text, to: STDOUT_FILENO)
        }
        say("damaged \(report.damagedLineCount)", to: STDOUT_FILENO)
    }

    static func latency(_ folder: String, count: Int) async throws {
        let store = JSONLinesConversationStore(folder: folder)
        let draft = MessageDraft(
            turn: TurnID(rawValue: 1), kind: .assistant, text: String(repeating: "word ", count: 20), source: .voice)
        _ = try await store.append(draft)
        let path = folder + "/messages.jsonl"
        let before = try OpenFile(path, flags: O_RDONLY).status().size
        _ = try await store.append(draft)
        let size = try OpenFile(path, flags: O_RDONLY).status().size - before
        let bare = try OpenFile(folder + "/bare", flags: O_WRONLY | O_CREAT | O_APPEND)
        let line = [UInt8](repeating: 0x61, count: max(1, size))
        var (storeTime, bareTime): (Int64, Int64) = (0, 0)
        for _ in 0..<count {
            let start = MonotonicTime.nanoseconds()
            _ = try await store.append(draft)
            let middle = MonotonicTime.nanoseconds()
            try bare.write(line)
            try bare.synchronizeData()
            storeTime += middle - start
            bareTime += MonotonicTime.nanoseconds() - middle
        }
        let each = (Double(storeTime) / Double(count) / 1000, Double(bareTime) / Double(count) / 1000)
        say("store \(each.0) µs, bare \(each.1) µs, ratio \(each.0 / each.1)", to: STDOUT_FILENO)
    }

    private static func number(_ text: String) -> Int? {
        text.split(separator: " ").last.flatMap { Int($0) }
    }

    /// Writes a line at once, bypassing all buffers: the output must be known even if the process dies right after.
    static func say(_ text: String, to descriptor: Int32) {
        let line = Array((text + "\n").utf8)
        _ = write(descriptor, line, line.count)
    }
}
