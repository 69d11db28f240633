// SPDX-License-Identifier: GPL-3.0-or-later
// Earlier requests, which the arrow keys recall as in a terminal.

/// Earlier requests and the current draft.
struct TypedRequests: Equatable {
    /// Earlier requests, oldest first, without duplicates.
    private(set) var past: [String] = []
    /// The index of the request on the screen; `past.count` for the draft.
    private var place = 0
    /// The draft from before the user recalled an earlier request.
    private var draft = ""

    /// - Parameter past: oldest first; of duplicates, the newest stays.
    init(_ past: [String] = []) {
        for text in past { add(text) }
    }

    /// Adds a request that the user has just sent.
    mutating func add(_ text: String) {
        past.removeAll { $0 == text }
        past.append(text)
        place = past.count
        draft = ""
    }

    /// Adds requests of earlier sessions before those known so far.
    mutating func addEarlier(_ texts: [String]) {
        let isWriting = place == past.count
        let known = Set(past)
        let earlier = TypedRequests(texts.filter { !known.contains($0) }).past
        past = earlier + past
        place = isWriting ? past.count : place + earlier.count
    }

    /// The request before the one on the screen; nil if there is none.
    /// - Parameter text: the field's current text.
    mutating func earlier(than text: String) -> String? {
        guard place > 0 else { return nil }
        if place == past.count { draft = text }
        place -= 1
        return past[place]
    }

    /// The request after the one on the screen, and finally the draft; nil if the draft is on the screen.
    mutating func later() -> String? {
        guard place < past.count else { return nil }
        place += 1
        return place == past.count ? draft : past[place]
    }
}
