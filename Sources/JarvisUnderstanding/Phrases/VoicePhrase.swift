// SPDX-License-Identifier: GPL-3.0-or-later
// Wishes for a voice: "female", "british", "scottish".

/// What kind of voice is wanted.
package enum VoiceWish: String, Sendable, CaseIterable {
    case female, male, british, american, scottish, caribbean, lancastrian, whispering

    /// The language tags that speak so, best first; empty when any accent will do.
    package var languages: [String] {
        switch self {
        case .female, .male, .whispering: []
        case .british: ["en-gb-x-rp", "en-gb"]
        case .american: ["en-us"]
        case .scottish: ["en-gb-scotland"]
        case .caribbean: ["en-029"]
        case .lancastrian: ["en-gb-x-gbclan"]
        }
    }
}

/// Reads wishes for a voice.
package enum VoicePhrase {
    private static let words: [String: VoiceWish] = [
        "female": .female, "woman": .female, "woman's": .female, "lady": .female, "girl": .female, "feminine": .female,
        "male": .male, "man": .male, "man's": .male, "masculine": .male, "british": .british, "english": .british,
        "american": .american, "scottish": .scottish, "caribbean": .caribbean, "jamaican": .caribbean,
        "lancastrian": .lancastrian, "whispering": .whispering, "whisper": .whispering,
    ]

    /// The phrases that a recognizer should listen for.
    package static let vocabulary = [
        "female", "male", "woman's", "man's", "british", "american", "scottish", "caribbean",
    ]

    /// The wish that `words` are, all of them; nil when they are none.
    package static func wish(of words: some Collection<String>) -> VoiceWish? {
        words.count == 1 ? words.first.flatMap { Self.words[$0] } : nil
    }
}
