// SPDX-License-Identifier: GPL-3.0-or-later
// The position in an event stream, to resume it after an interruption. Pure.

import JarvisNetwork

/// The position after the last event received.
struct StreamPlace: Hashable {
    /// The server's number of that event; empty if it does not number events.
    private var last = ""
    /// The time to wait before resuming, as the server asks.
    private(set) var pause = usualPause
    /// Attempts to resume since the last event.
    private var tries = 0

    private static let usualPause = Duration.seconds(1)
    /// The most attempts in a row. A server that sends nothing new in that many has nothing more to say.
    private static let mostTries = 5

    mutating func take(_ event: ServerSentEvent) {
        // An id that can't be sent in a header is useless for resuming.
        let isNumber = event.id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        if event.id != last { tries = 0 }
        last = isNumber ? event.id : ""
        pause = event.retry ?? Self.usualPause
    }

    /// The id of the last event to resume after, or `nil` if the stream can't be resumed. Counts as an attempt.
    mutating func next() -> String? {
        guard !last.isEmpty, tries < Self.mostTries else { return nil }
        tries += 1
        return last
    }
}
