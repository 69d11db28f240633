// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of voices to ask for: "female", "british", "scottish".

/// The kind of voice the user asks for.
package enum VoiceWish: String, Sendable, CaseIterable {
    case female, male, british, american, scottish, caribbean, lancastrian, whispering

    /// The language tags with this accent, best first; empty if any accent will do.
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

/// Reads the kind of voice the user asks for.
package enum VoicePhrase {
    private static let words: [String: VoiceWish] = [
        "female": .female, "woman": .female, "woman's": .female, "lady": .female, "girl": .female, "feminine": .female,
        "male": .male, "man": .male, "man's": .male, "masculine": .male, "british": .british, "english": .british,
        "american": .american, "scottish": .scottish, "caribbean": .caribbean, "jamaican": .caribbean,
        "lancastrian": .lancastrian, "whispering": .whispering, "whisper": .whispering,
    ]

    /// The words a recognizer should know.
    package static let vocabulary = [
        "female", "male", "woman's", "man's", "british", "american", "scottish", "caribbean",
    ]

    /// The kind of voice if `words` are a single word for one; otherwise nil.
    package static func wish(of words: some Collection<String>) -> VoiceWish? {
        words.count == 1 ? words.first.flatMap { Self.words[$0] } : nil
    }
}
