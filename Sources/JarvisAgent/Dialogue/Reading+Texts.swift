// SPDX-License-Identifier: GPL-3.0-or-later
// The free texts in what was read.

import JarvisUnderstanding

extension Utterance {
    /// Its words as they were written, without what was left out around them.
    var plain: String { original(0..<words.count) }
}

extension Reading {
    var texts: Set<String> { Self.texts(of: slots) }

    /// The words of the request without those of its free texts, which are about something else.
    var wordsBesideTexts: [String] { besideTexts(utterance.words) }

    /// Words of another wording of the request, without its free texts.
    func besideTexts(_ words: [String]) -> [String] {
        var words = words
        for text in texts {
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
