// SPDX-License-Identifier: GPL-3.0-or-later
// Locates the model files of PocketSphinx.

import JarvisCore
import JarvisPlatform

/// The model files for one language, and a way to pronounce words that its dictionary lacks.
public struct PocketSphinxModel: Sendable {
    /// The engine's name in transcripts.
    static let engineName = "pocketsphinx"

    /// Returns a word's phones in the CMU dictionary's 39-phone set; called from the recognizer's threads.
    public typealias Pronouncer = @Sendable (_ word: String) -> [String]

    /// The folder with the acoustic model, the dictionary and the language model.
    public var directory: String
    /// Pronounces words that the dictionary lacks.
    public var pronouncer: Pronouncer

    /// - Parameters:
    ///   - directory: The folder of the files, which are not opened yet.
    ///   - pronouncer: Pronounces words that the dictionary lacks.
    public init(directory: String, pronouncer: @escaping Pronouncer) {
        self.directory = directory
        self.pronouncer = pronouncer
    }

    /// The model in `$JARVIS_POCKETSPHINX_MODEL`, or else in the folder of Debian's `pocketsphinx-en-us`.
    public static func standard(pronouncer: @escaping Pronouncer) -> PocketSphinxModel {
        PocketSphinxModel(
            directory: Environment.value("JARVIS_POCKETSPHINX_MODEL") ?? "/usr/share/pocketsphinx/model/en-us",
            pronouncer: pronouncer)
    }

    var acousticModel: String { directory + "/en-us" }
    var dictionary: String { directory + "/cmudict-en-us.dict" }
    var languageModel: String { directory + "/en-us.lm.bin" }

    /// The first file missing for commands; nil if all exist.
    public var missingFile: String? {
        [acousticModel + "/mdef", acousticModel + "/means", dictionary].first { !Environment.exists($0) }
    }

    /// The first file missing for dictation; nil if all exist.
    public var missingDictationFile: String? {
        missingFile ?? (Environment.exists(languageModel) ? nil : languageModel)
    }

    /// - Throws: `RecognitionFailure.modelMissing` with the expected path.
    func check(forDictation: Bool) throws(RecognitionFailure) {
        if let path = forDictation ? missingDictationFile : missingFile { throw .modelMissing(path: path) }
    }
}
