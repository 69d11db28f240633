// SPDX-License-Identifier: GPL-3.0-or-later
// Which voices are shown: those of one language, or all. Pure.

import JarvisCore

struct VoiceFilter: Equatable {
    /// A language that there are voices of.
    struct Language: Equatable {
        /// "en"
        var code: String
        var name: String
        var count: Int
    }

    /// With fewer voices all are shown at first.
    static let many = 24

    /// By name.
    let languages: [Language]
    private let voices: [Voice]

    init(_ voices: [Voice]) {
        self.voices = voices
        let groups = Dictionary(grouping: voices) { Self.code($0) }
        languages = groups.map { code, voices in
            Language(code: code, name: Self.name(code, voices), count: voices.count)
        }.sorted { ($0.name, $0.code) < ($1.name, $1.code) }
    }

    /// The voices of a language; nil: all.
    func voices(of code: String?) -> [Voice] {
        code.map { code in voices.filter { Self.code($0) == code } } ?? voices
    }

    /// The code of the language that a voice speaks; nil for one that is not there.
    func language(of id: String) -> String? { voices.first { $0.id == id }.map(Self.code) }

    /// What is shown at first: of many voices those that speak like the chosen one.
    func first(for chosen: String) -> String? {
        guard voices.count > Self.many, let voice = voices.first(where: { $0.id == chosen }) else { return nil }
        return Self.code(voice)
    }

    static func code(_ voice: Voice) -> String {
        (voice.languages.first ?? voice.id).lowercased().split { $0 == "-" || $0 == "_" || $0 == "/" }.first.map(
            String.init) ?? ""
    }

    /// "English" of "English (America)".
    private static func name(_ code: String, _ voices: [Voice]) -> String {
        let names = voices.filter { $0.kind != .natural }.map { voice in
            voice.name.split { $0 == "(" || $0 == "," }.first.map { String($0).trimmed } ?? voice.name
        }
        return names.min { ($0.count, $0) < ($1.count, $1) } ?? code.uppercased()
    }
}
