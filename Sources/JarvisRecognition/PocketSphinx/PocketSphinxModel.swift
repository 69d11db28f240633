// SPDX-License-Identifier: GPL-3.0-or-later
// Where the recognizer's model lies and what belongs to it.

import JarvisCore
import JarvisPlatform

/// The files of one language's model, and how words that its dictionary lacks are said.
public struct PocketSphinxModel: Sendable {
    /// What transcripts call the engine.
    static let engineName = "pocketsphinx"

    /// Gives a word's phones in the 39-phone set of the CMU dictionary; called from the recognizer's threads.
    public typealias Pronouncer = @Sendable (_ word: String) -> [String]

    /// The folder that holds the acoustic model, the dictionary and the language model.
    public var directory: String
    /// Pronounces words that the dictionary lacks.
    public var pronouncer: Pronouncer

    /// - Parameters:
    ///   - directory: The folder; nothing is opened.
    ///   - pronouncer: Pronounces words that the dictionary lacks.
    public init(directory: String, pronouncer: @escaping Pronouncer) {
        self.directory = directory
        self.pronouncer = pronouncer
    }

    /// The model in `$JARVIS_POCKETSPHINX_MODEL`, or else where Debian's `pocketsphinx-en-us` puts it.
    public static func standard(pronouncer: @escaping Pronouncer) -> PocketSphinxModel {
        PocketSphinxModel(
            directory: Environment.value("JARVIS_POCKETSPHINX_MODEL") ?? "/usr/share/pocketsphinx/model/en-us",
            pronouncer: pronouncer)
    }

    var acousticModel: String { directory + "/en-us" }
    var dictionary: String { directory + "/cmudict-en-us.dict" }
    var languageModel: String { directory + "/en-us.lm.bin" }

    /// The first file that is missing for commands, or nil when all are there.
    public var missingFile: String? {
        [acousticModel + "/mdef", acousticModel + "/means", dictionary].first { !Environment.exists($0) }
    }

    /// The first file that is missing for dictation, or nil when all are there.
    public var missingDictationFile: String? {
        missingFile ?? (Environment.exists(languageModel) ? nil : languageModel)
    }

    /// - Throws: `RecognitionFailure.modelMissing` with the path looked for.
    func check(forDictation: Bool) throws(RecognitionFailure) {
        if let path = forDictation ? missingDictationFile : missingFile { throw .modelMissing(path: path) }
    }
}
