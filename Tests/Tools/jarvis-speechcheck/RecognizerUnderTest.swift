// SPDX-License-Identifier: GPL-3.0-or-later
// The recognizer as the program makes it, or without its neural model, to compare both.

import JarvisCore
import JarvisDictation
import JarvisPlatform
import JarvisRecognition
import SherpaOnnxKit

enum RecognizerUnderTest {
    /// True unless JARVIS_RECOGNIZER is "pocketsphinx".
    static var usesNeuralModel: Bool { Environment.value("JARVIS_RECOGNIZER") != "pocketsphinx" }

    /// The neural model.
    static func neural() -> MoonshineDictation {
        let resources = ResourceLocator.standard()
        return MoonshineDictation(
            model: RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            libraryFolder: resources.speechLibraryFolder)
    }

    static func make(
        patterns: [UtterancePattern] = [], vocabulary: GrammarVocabulary = GrammarVocabulary()
    ) -> PocketSphinxRecognizer {
        PocketSphinxRecognizer(
            model: .installed, patterns: patterns, vocabulary: vocabulary, dictation: usesNeuralModel ? neural() : nil)
    }
}
