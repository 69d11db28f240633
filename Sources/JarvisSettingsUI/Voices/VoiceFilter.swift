// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the voices to show: those of one language, or all. Pure.

import JarvisCore

struct VoiceFilter: Equatable {
    /// A language with at least one voice.
    struct Language: Equatable {
        /// The code of the language, such as "en".
        var code: String
        var name: String
        var count: Int
    }

    /// With no more voices than this, show all of them at first.
    static let many = 24

    /// The languages, sorted by name.
    let languages: [Language]
    private let voices: [Voice]

    init(_ voices: [Voice]) {
        self.voices = voices
        let groups = Dictionary(grouping: voices) { Self.code($0) }
        languages = groups.map { code, voices in
            Language(code: code, name: Self.name(code, voices), count: voices.count)
        }.sorted { ($0.name, $0.code) < ($1.name, $1.code) }
    }

    /// The voices of a language, or all voices if `code` is nil.
    func voices(of code: String?) -> [Voice] {
        code.map { code in voices.filter { Self.code($0) == code } } ?? voices
    }

    /// The language code of a voice; nil if the voice doesn't exist.
    func language(of id: String) -> String? { voices.first { $0.id == id }.map(Self.code) }

    /// The language to show at first: that of the chosen voice if there are many voices, otherwise nil for all.
    func first(for chosen: String) -> String? {
        guard voices.count > Self.many, let voice = voices.first(where: { $0.id == chosen }) else { return nil }
        return Self.code(voice)
    }

    static func code(_ voice: Voice) -> String {
        (voice.languages.first ?? voice.id).lowercased().split { $0 == "-" || $0 == "_" || $0 == "/" }.first.map(
            String.init) ?? ""
    }

    /// The name of a language, from the names of its voices: "English" from "English (America)".
    private static func name(_ code: String, _ voices: [Voice]) -> String {
        let names = voices.filter { $0.kind != .natural }.map { voice in
            voice.name.split { $0 == "(" || $0 == "," }.first.map { String($0).trimmed } ?? voice.name
        }
        return names.min { ($0.count, $0) < ($1.count, $1) } ?? code.uppercased()
    }
}
