// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes requests in languages that the skills don't understand.

package import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Names the language of requests that are not in English. Reads its files when it is first needed: most requests are in
/// English.
package final class OtherLanguages: Sendable {
    /// File names below `data/understanding`.
    package static let weightsFile = "languages.weights"
    package static let namesFile = "languages.txt"
    /// The languages of the files that ship with the program.
    package static let standard = OtherLanguages(from: .standard())
    /// The share of unknown words above which a request may be in another language.
    private static let unknownShare: Float = 0.5

    private struct Files {
        var recognizer: LanguageRecognizer?
        var names: [String: String] = [:]
    }

    private let resources: ResourceLocator
    private let files = Mutex<Files?>(nil)

    package init(from resources: ResourceLocator) { self.resources = resources }

    /// A language that the skills don't understand.
    struct Language: Hashable, Sendable {
        /// The ISO 639-1 code and the English name; nil if neighbouring languages are as likely.
        var code: String?
        var name: String?
    }

    /// The language of the request; nil for English, or if the files are missing.
    func language(of utterance: Utterance, knowing pack: LanguagePack) -> Language? {
        let words = utterance.words
        // Comparing letters takes longer than looking words up.
        guard Float(words.count { pack.isUnknown($0) }) > Self.unknownShare * Float(words.count) else { return nil }
        return files.withLock { known in
            let files = known ?? read()
            known = files
            switch files.recognizer?.otherLanguage(of: utterance.text) {
            case .named(let code): return Language(code: code, name: files.names[code])
            case .unclear: return Language()
            case nil: return nil
            }
        }
    }

    /// The files that are missing or damaged, with the reason. Without them, a request in another language is only one
    /// that no skill understands.
    static func faults(in resources: ResourceLocator) -> [String] {
        var faults = [weightsFile, namesFile].filter { path($0, in: resources) == nil }.map { "\($0): missing" }
        do throws(IntentWeightsError) {
            if let bytes = bytes(weightsFile, in: resources) { _ = try LanguageRecognizer(bytes: bytes) }
        } catch {
            faults.append("\(weightsFile): \(error)")
        }
        return faults
    }

    private static func path(_ file: String, in resources: ResourceLocator) -> String? {
        resources.path("data/understanding/\(file)")
    }

    private static func bytes(_ file: String, in resources: ResourceLocator) -> [UInt8]? {
        path(file, in: resources).flatMap { try? WholeFile.bytes($0) }
    }

    private func read() -> Files {
        var files = Files(
            recognizer: Self.bytes(Self.weightsFile, in: resources).flatMap { try? LanguageRecognizer(bytes: $0) })
        let names = Self.bytes(Self.namesFile, in: resources) ?? []
        for line in String(decoding: names, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            if parts.count == 2, line.first != "#" { files.names[String(parts[0])] = String(parts[1]) }
        }
        return files
    }
}
