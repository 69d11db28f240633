// SPDX-License-Identifier: GPL-3.0-or-later
// Where a stream of events is, so that it can be taken up again after it was cut. Pure.

import JarvisNetwork

/// The place behind the last event that has come.
struct StreamPlace: Hashable {
    /// The server's number of that event; empty where it numbers none.
    private var last = ""
    /// How long the server wants to be left alone first.
    private(set) var pause = usualPause
    /// How often it was taken up again since an event came.
    private var tries = 0

    private static let usualPause = Duration.seconds(1)
    /// A server that says nothing new each time has nothing more to say.
    private static let mostTries = 5

    mutating func take(_ event: ServerSentEvent) {
        // A number that cannot be sent back is none.
        let isNumber = event.id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        if event.id != last { tries = 0 }
        last = isNumber ? event.id : ""
        pause = event.retry ?? Self.usualPause
    }

    /// What the server is asked for the events behind; nil where the stream cannot be taken up again.
    mutating func next() -> String? {
        guard !last.isEmpty, tries < Self.mostTries else { return nil }
        tries += 1
        return last
    }
}
