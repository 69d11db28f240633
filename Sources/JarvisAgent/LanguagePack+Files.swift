// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of a language.

import JarvisPlatform
import JarvisUnderstanding

extension LanguagePack {
    /// The pack of a language among the files that ship with the program; what is missing is left out.
    static func read(_ language: String, from resources: ResourceLocator) -> LanguagePack {
        func bytes(_ file: String) -> [UInt8]? {
            resources.path("data/understanding/\(language)/\(file)").flatMap { try? WholeFile.bytes($0) }
        }
        func text(_ file: String) -> String? { bytes(file).map { String(decoding: $0, as: UTF8.self) } }
        return LanguagePack(
            lexicon: text(lexiconFile) ?? "", examples: exampleFiles.compactMap(text),
            followUps: text(followUpFile) ?? "", weights: bytes(weightsFile) ?? [])
    }
}
