// SPDX-License-Identifier: GPL-3.0-or-later
// What has been typed before, gone through by the arrow keys as in a terminal.

/// Earlier requests and the one that is being written.
struct TypedRequests: Equatable {
    /// Oldest first, each once.
    private(set) var past: [String] = []
    /// What is shown; `past.count` for what is being written.
    private var place = 0
    /// What was being written when the first earlier one was looked at.
    private var draft = ""

    /// - Parameter past: oldest first; of equal ones the newest stays.
    init(_ past: [String] = []) {
        for text in past { add(text) }
    }

    /// A request has been sent: it is the newest now.
    mutating func add(_ text: String) {
        past.removeAll { $0 == text }
        past.append(text)
        place = past.count
        draft = ""
    }

    /// Puts what was asked in earlier sessions before what is known already.
    mutating func addEarlier(_ texts: [String]) {
        let isWriting = place == past.count
        let known = Set(past)
        let earlier = TypedRequests(texts.filter { !known.contains($0) }).past
        past = earlier + past
        place = isWriting ? past.count : place + earlier.count
    }

    /// The request before the one that is shown; nil when there is none.
    /// - Parameter text: what stands in the field.
    mutating func earlier(than text: String) -> String? {
        guard place > 0 else { return nil }
        if place == past.count { draft = text }
        place -= 1
        return past[place]
    }

    /// The request after the one that is shown, in the end what was being written; nil when that is shown.
    mutating func later() -> String? {
        guard place < past.count else { return nil }
        place += 1
        return place == past.count ? draft : past[place]
    }
}
