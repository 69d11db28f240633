// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a history in every way, in a loop, until killed; prints what is certain as soon as it is.

import Glibc
import JarvisCore
import JarvisStore

enum ChurnCheck {
    /// Appends, deletes, compacts, seals and imports with small segments. Prints "ack N" for "message N", "going N" before
    /// and "gone N" after it is deleted, and "imported N" for "import N".
    static func run(_ folder: String) async throws {
        let store = JSONLinesConversationStore(folder: folder, segmentSize: 2500)
        // A long history in the first format is sealed here.
        _ = await store.report()
        var number = -1
        for message in try await store.page(before: nil, limit: 40).messages where message.text.hasPrefix("message ") {
            number = max(number, Int(message.text.dropFirst(8)) ?? -1)
        }
        while true {
            number += 1
            let draft = MessageDraft(
                turn: TurnID(rawValue: UInt64(number)), kind: .user, text: "message \(number)", source: .typed)
            _ = try await store.append(draft)
            say("ack \(number)")
            if number % 5 == 4 {
                let page = try await store.page(before: nil, limit: 20)
                if let old = page.messages.last(where: { $0.text == "message \(number - 2)" }) {
                    say("going \(number - 2)")
                    try await store.delete([old.id])
                    say("gone \(number - 2)")
                }
            }
            if number % 6 == 5 { try await store.compact() }
            if number % 9 == 8 {
                _ = try await store.importDocument("[{\"role\":\"assistant\",\"content\":\"import \(number)\"}]")
                say("imported \(number)")
            }
        }
    }

    private static func say(_ text: String) {
        FileCheck.say(text, to: STDOUT_FILENO)
    }
}
