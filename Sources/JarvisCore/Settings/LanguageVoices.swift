// SPDX-License-Identifier: GPL-3.0-or-later
// Voices for text in languages that the chosen voice does not speak. Pure; the settings store them as one line of
// text.

/// The user's voices by language.
public struct LanguageVoices: Hashable, Sendable {
    /// Voices by language code.
    private var voices: [String: String] = [:]

    /// - Parameter text: As stored in the settings: "de=de+f3, fr=fr-be". If a language occurs twice, the later entry
    ///   counts.
    public init(_ text: String) {
        for entry in SettingDescriptor.Domain.entries(of: text) {
            let parts = entry.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            if parts.count == 2, !parts[1].isEmpty { voices[Self.code(of: parts[0])] = parts[1] }
        }
    }

    /// The voice for a BCP 47 tag; only the tag's language counts. Nil if none is set.
    public subscript(tag: String) -> String? {
        get { voices[Self.code(of: tag)] }
        set { voices[Self.code(of: tag)] = newValue }
    }

    /// The voices as stored in the settings.
    public var text: String {
        voices.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }

    /// The ISO 639-1 language of a tag: "de" for "de-AT", and "zh" for "cmn", espeak-ng's code for Chinese.
    public static func code(of tag: String) -> String {
        let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
        return code == "cmn" ? "zh" : String(code)
    }

    /// The maximum number of languages in the settings.
    public static let most = 40
}
