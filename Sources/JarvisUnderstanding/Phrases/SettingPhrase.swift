// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the setting that words name, and the change that a whole phrase asks for. All words come from the table of
// settings.

package import JarvisCore

/// A setting that a request names.
package struct SettingMention: Hashable, Sendable {
    /// The setting's key.
    package var key: String
    /// True if the words name its opposite: "animations" for reduced motion.
    package var isOpposite = false
    /// True if the words name what the setting changes the size of: "the text".
    package var isThing = false
    /// What a whole phrase asks for; nil for a name.
    package var wish: SettingWish?

    /// The setting in the table; nil for an unknown key.
    package var descriptor: SettingDescriptor? { SettingDescriptor.named(key) }
}

/// Reads the names of settings.
package enum SettingPhrase {
    /// The setting that these words name; nil if they name none.
    package static func name(_ words: some Collection<String>) -> SettingMention? {
        words.count <= index.longest ? index.names[words.joined(separator: " ")] : nil
    }

    /// The change or question that these words are; nil if they are none.
    package static func wish(_ words: some Collection<String>) -> SettingMention? {
        words.count <= index.longest ? index.wishes[words.joined(separator: " ")] : nil
    }

    /// The words of a text as names are compared: as in a request, but with nothing dropped at the ends.
    package static func plain(_ text: String) -> String {
        Utterance.allWords(of: text.split(separator: "-").joined(separator: " ")).joined(separator: " ")
    }

    /// True if two settings have the same name, or if a phrase asks for two things. A test keeps this empty.
    package static var ambiguities: [String] { index.ambiguities }

    private static let index = Index(SettingDescriptor.all)

    private struct Index: Sendable {
        private(set) var names: [String: SettingMention] = [:]
        private(set) var wishes: [String: SettingMention] = [:]
        private(set) var ambiguities: [String] = []
        private(set) var longest = 1

        init(_ settings: [SettingDescriptor]) {
            for setting in settings {
                let (key, spoken) = (setting.key, setting.spoken)
                for name in setting.allNames { addName(name, SettingMention(key: key)) }
                for name in spoken.opposites { addName(name, SettingMention(key: key, isOpposite: true)) }
                for name in spoken.things { addName(name, SettingMention(key: key, isThing: true)) }
                for (wish, phrases) in spoken.said {
                    for phrase in phrases { addWish(phrase, SettingMention(key: key, wish: wish)) }
                }
                // "Detection mode automatic", "strict talk filter"
                for (value, words) in setting.choices where !setting.isSwitch {
                    for name in setting.allNames {
                        for word in words {
                            addWish("\(name) \(word)", SettingMention(key: key, wish: .choice(value)))
                            addWish("\(word) \(name)", SettingMention(key: key, wish: .choice(value)))
                        }
                    }
                }
            }
        }

        private mutating func addName(_ name: String, _ mention: SettingMention) {
            Self.add(name, mention, to: &names, &ambiguities, &longest)
        }

        private mutating func addWish(_ phrase: String, _ mention: SettingMention) {
            Self.add(phrase, mention, to: &wishes, &ambiguities, &longest)
        }

        private static func add(
            _ phrase: String, _ mention: SettingMention, to table: inout [String: SettingMention],
            _ ambiguities: inout [String], _ longest: inout Int
        ) {
            let phrase = SettingPhrase.plain(phrase)
            if let known = table[phrase], known != mention { ambiguities.append(phrase) }
            table[phrase] = mention
            longest = max(longest, phrase.split(separator: " ").count)
        }
    }
}
