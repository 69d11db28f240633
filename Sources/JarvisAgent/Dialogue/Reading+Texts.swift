// SPDX-License-Identifier: GPL-3.0-or-later
// Access to the free texts of a reading.

import JarvisUnderstanding

extension Utterance {
    /// Its words as they were written, without leading and trailing marks.
    var plain: String { original(0..<words.count) }
}

extension Reading {
    var texts: Set<String> { Self.texts(of: slots) }

    /// The words of the request without its free texts, which have their own subject.
    var wordsBesideTexts: [String] { besideTexts(utterance.words) }

    /// The words of another version of the request, without its free texts.
    func besideTexts(_ words: [String]) -> [String] {
        var words = words
        // The longest first: a text may contain another.
        for text in texts.sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
            if let place = words.place(of: Utterance(text).words) { words.removeSubrange(place) }
        }
        return words
    }

    static func texts(of slots: [String: SlotValue]) -> Set<String> {
        Set(
            slots.values.compactMap { value in
                if case .text(let text) = value { text.lowercased() } else { nil }
            })
    }
}

extension SlotValue {
    var isText: Bool {
        if case .text = self { true } else { false }
    }

    var isDuration: Bool {
        if case .duration = self { true } else { false }
    }
}
