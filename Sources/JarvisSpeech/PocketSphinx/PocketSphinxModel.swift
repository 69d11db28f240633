// SPDX-License-Identifier: GPL-3.0-or-later
// Where the recognizer's model lies and what belongs to it.

import JarvisCore
import JarvisPlatform

/// The files of one language's model.
public struct PocketSphinxModel: Hashable, Sendable {
    /// The folder that holds the acoustic model, the dictionary and the language model.
    public var directory: String

    public init(directory: String) {
        self.directory = directory
    }

    /// `$JARVIS_POCKETSPHINX_MODEL`, or else where Debian's `pocketsphinx-en-us` puts it.
    public static func standard() -> PocketSphinxModel {
        PocketSphinxModel(
            directory: Environment.value("JARVIS_POCKETSPHINX_MODEL") ?? "/usr/share/pocketsphinx/model/en-us")
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
