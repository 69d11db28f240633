// SPDX-License-Identifier: GPL-3.0-or-later
// Which voice says what is written in a language that the chosen voice does not speak. Pure; the settings keep it as
// one line of text.

/// The user's voices for languages.
public struct LanguageVoices: Hashable, Sendable {
    /// Voices by the codes of languages.
    private var voices: [String: String] = [:]

    /// - Parameter text: as the settings keep it: "de=de+f3, fr=fr-be". Of two entries for a language the later counts.
    public init(_ text: String) {
        for entry in SettingDescriptor.Domain.entries(of: text) {
            let parts = entry.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            if parts.count == 2, !parts[1].isEmpty { voices[Self.code(of: parts[0])] = parts[1] }
        }
    }

    /// The voice for a language, given as a BCP 47 tag, of which only the language itself counts; nil where none is set.
    public subscript(tag: String) -> String? {
        get { voices[Self.code(of: tag)] }
        set { voices[Self.code(of: tag)] = newValue }
    }

    /// As the settings keep it.
    public var text: String {
        voices.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }

    /// The language of a tag as ISO 639-1 has it: "de" of "de-AT", and "zh" of "cmn", by which espeak-ng knows it.
    public static func code(of tag: String) -> String {
        let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
        return code == "cmn" ? "zh" : String(code)
    }

    /// The languages that the settings hold at most.
    public static let most = 40
}
