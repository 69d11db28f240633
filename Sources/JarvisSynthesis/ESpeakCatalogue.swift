// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the voices that espeak-ng has installed, in the form that JARVIS offers.

import CESpeakNG
import Glibc
import JarvisCore
import JarvisSpokenText

/// The base voices by identifier, and the names of the variants that can be added to each ("en-us+f3").
struct ESpeakCatalogue {
    struct Entry {
        var voice: Voice
        /// The name that `espeak_SetVoiceByName` expects.
        var file: String
    }

    var entries: [Entry] = []
    var variants: Set<String> = []

    /// All voices, English first, each English base voice followed by its offered variants.
    var voices: [Voice] {
        let english = entries.filter(\.isEnglish).sorted { Self.rank($0) < Self.rank($1) }
        let others = entries.filter { !$0.isEnglish }.sorted { $0.voice.name < $1.voice.name }
        return english.flatMap { [$0.voice] + offeredVariants(of: $0) } + others.map(\.voice)
    }

    /// The name under which the library loads the voice `id`; nil if the base or its variant is not installed.
    func libraryName(of id: String) -> String? {
        let parts = id.split(separator: "+", maxSplits: 1).map(String.init)
        guard let entry = entry(of: id) else { return nil }
        guard parts.count == 2 else { return entry.file }
        return variants.contains(parts[1]) ? "\(entry.file)+\(parts[1])" : nil
    }

    /// The first language of the voice `id`; nil if it is not installed.
    func language(of id: String) -> String? { entry(of: id)?.voice.languages.first }

    /// True if the voice `id` speaks a language; nil if it is not installed.
    func speaks(_ id: String, _ language: String) -> Bool? {
        libraryName(of: id) == nil ? nil : entry(of: id)?.voice.languages.contains { Self.speaks($0, language) }
    }

    /// The voice for `text`: the chosen one, unless the text is clearly in a language that only another voice speaks.
    /// That voice gets the variant of the chosen one.
    func voice(for text: String, insteadOf id: String) -> String {
        guard let chosen = entry(of: id), let language = LanguageGuess.language(of: text),
            !chosen.voice.languages.contains(where: { Self.speaks($0, language) })
        else { return id }
        return voice(language, like: id) ?? id
    }

    /// The voice for a stretch of text in a script that the voice `id` can't read, with the variant of `id`; nil if no
    /// voice can read it.
    func voice(for text: String, in script: WritingSystem, like id: String) -> String? {
        LanguageGuess.language(of: text, in: script).flatMap { voice($0, like: id) }
    }

    /// The scripts that the voice `id` reads.
    func scripts(of id: String) -> Set<WritingSystem> { WritingSystem.scripts(of: language(of: id) ?? "en") }

    private func voice(_ language: String, like id: String) -> String? {
        let able = entries.filter { $0.voice.languages.first.map { Self.speaks($0, language) } ?? false }
        let other = able.first { $0.voice.id == language } ?? able.min { Self.rank($0) < Self.rank($1) }
        let variant = id.firstIndex(of: "+").map { id[$0...] } ?? ""
        return other.map { $0.voice.id + variant }
    }

    private static func speaks(_ tag: String, _ language: String) -> Bool {
        // espeak-ng lists Chinese under its spoken languages.
        let code = tag.lowercased().prefix { $0 != "-" }
        return code == language || (language == "zh" && code == "cmn")
    }

    private func entry(of id: String) -> Entry? {
        guard let base = id.split(separator: "+", maxSplits: 1).first?.lowercased() else { return nil }
        return entries.first { $0.voice.id == base || $0.file.lowercased() == base }
    }

    private static let licence = "GPL-3.0-or-later"

    /// The variants that get their own card; the settings accept the others by name.
    private static let offered: [(name: String, title: String)] = [
        ("f2", "female 2"), ("f3", "female 3"), ("f4", "female 4"),
        ("m3", "male 3"), ("m7", "male 7"), ("whisper", "whisper"),
    ]
    private static let basesWithVariants: Set = ["en-us", "en-gb"]
    private static let order = ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp"]

    private func offeredVariants(of entry: Entry) -> [Voice] {
        guard Self.basesWithVariants.contains(entry.voice.id) else { return [] }
        return Self.offered.filter { variants.contains($0.name) }.map { variant in
            Voice(
                id: "\(entry.voice.id)+\(variant.name)", name: "\(entry.voice.name), \(variant.title)",
                languages: entry.voice.languages, kind: .espeak, licence: Self.licence)
        }
    }

    private static func rank(_ entry: Entry) -> (Int, String) {
        (order.firstIndex(of: entry.voice.id) ?? order.count, entry.voice.name)
    }

    /// Reads the library's tables; call only inside `ESpeakLibrary.use`.
    static func read() -> ESpeakCatalogue {
        var catalogue = ESpeakCatalogue()
        for voice in list(nil) {
            let file = String(cString: voice.identifier)
            // MBROLA voices are listed even if their own data and program aren't installed.
            if file.hasPrefix("mb/") && !isMBROLAInstalled(file) { continue }
            let languages = tags(voice.languages)
            guard let first = languages.first else { continue }
            let isTaken = catalogue.entries.contains { $0.voice.id == first }
            let id = isTaken ? file.lowercased() : first
            catalogue.entries.append(
                Entry(
                    voice: Voice(
                        id: id, name: String(cString: voice.name), languages: languages, kind: .espeak,
                        licence: Self.licence), file: file))
        }
        catalogue.variants = "variant".withCString { language in
            var wanted = espeak_VOICE()
            wanted.languages = language
            return withUnsafeMutablePointer(to: &wanted) { wanted in
                Set(list(wanted).map { String(String(cString: $0.identifier).dropFirst("!v/".count)) })
            }
        }
        return catalogue
    }

    private static func list(_ wanted: UnsafeMutablePointer<espeak_VOICE>?) -> [espeak_VOICE] {
        guard var cursor = espeak_ListVoices(wanted) else { return [] }
        var found: [espeak_VOICE] = []
        while let voice = cursor.pointee {
            found.append(voice.pointee)
            cursor += 1
        }
        return found
    }

    /// Reads a list of entries, each a priority byte and a zero-terminated name, up to a final zero byte.
    private static func tags(_ list: UnsafePointer<CChar>) -> [String] {
        var tags: [String] = []
        var cursor = list
        while cursor.pointee != 0 {
            let tag = String(cString: cursor + 1)
            tags.append(tag)
            cursor += tag.utf8.count + 2
        }
        return tags
    }

    private static func isMBROLAInstalled(_ file: String) -> Bool {
        // "mb/mb-us1-en" uses the data of "us1".
        let parts = file.dropFirst("mb/mb-".count).split(separator: "-")
        guard let name = parts.first else { return false }
        return ["/usr/share/mbrola/\(name)", "/usr/share/mbrola/\(name)/\(name)", "/usr/share/mbrola/voices/\(name)"]
            .contains { path in
                var status = stat()
                return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            }
    }
}

extension ESpeakCatalogue.Entry {
    fileprivate var isEnglish: Bool { voice.languages.contains { $0 == "en" || $0.hasPrefix("en-") } }
}
