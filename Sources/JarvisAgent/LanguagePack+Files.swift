// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the language files that ship with the program.

package import JarvisPlatform
package import JarvisUnderstanding

extension LanguagePack {
    private static let files = [lexiconFile] + exampleFiles + [followUpFile, exactFile, wordingsFile, weightsFile]

    /// The files that are missing or damaged, with the reason. Any of them makes requests harder to understand.
    static func faults(_ language: String, in resources: ResourceLocator) -> [String] {
        let missing = files.filter { resources.path("data/understanding/\(language)/\($0)") == nil }
        let others = OtherLanguages.faults(in: resources)
        guard missing.isEmpty else { return missing.map { "\($0): missing" } + others }
        return read(language, from: resources).faults + others
    }

    /// Reads the pack of a language from the files that ship with the program, in two threads, since that is what takes
    /// the first request longest. Missing files count as empty.
    package static func read(_ language: String, from resources: ResourceLocator) -> LanguagePack {
        @Sendable func bytes(_ file: String) -> [UInt8]? {
            resources.path("data/understanding/\(language)/\(file)").flatMap { try? WholeFile.bytes($0) }
        }
        @Sendable func text(_ file: String) -> String? { bytes(file).map { String(decoding: $0, as: UTF8.self) } }
        @Sendable func statements() -> LanguageStatements {
            LanguageStatements(
                exact: text(exactFile) ?? "", wordings: text(wordingsFile) ?? "", weights: bytes(weightsFile) ?? [])
        }
        let second = AwaitedResult<LanguageStatements>()
        let worker = WorkerThread(name: "statements")
        worker.async { second.give(.success(statements())) }
        let examples = LanguageExamples(
            lexicon: text(lexiconFile) ?? "", examples: exampleFiles.compactMap(text),
            followUps: text(followUpFile) ?? "")
        // The job throws nothing.
        return LanguagePack(examples, (try? second.take()) ?? statements())
    }
}
