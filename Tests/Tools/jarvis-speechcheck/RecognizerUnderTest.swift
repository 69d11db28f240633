// SPDX-License-Identifier: GPL-3.0-or-later
// The recognizer as the program creates it, with and without its neural model, to compare both in one run.

import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisSpeechModels

enum RecognizerUnderTest: String, CaseIterable {
    case pocketSphinx = "PocketSphinx"
    case neural = "neural"

    /// Both, or the one named in JARVIS_RECOGNIZER ("pocketsphinx" or "neural").
    static var chosen: [RecognizerUnderTest] {
        let name = Environment.value("JARVIS_RECOGNIZER")
        let named = allCases.filter { $0.rawValue.lowercased() == name }
        return named.isEmpty ? allCases : named
    }

    /// The neural model.
    static func model() -> MoonshineDictation {
        let resources = ResourceLocator.standard()
        return MoonshineDictation(
            model: RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            libraryFolder: resources.speechLibraryFolder)
    }

    func make(
        patterns: [UtterancePattern] = [], vocabulary: GrammarVocabulary = GrammarVocabulary()
    ) -> PocketSphinxRecognizer {
        PocketSphinxRecognizer(
            model: .installed, patterns: patterns, vocabulary: vocabulary,
            dictation: self == .neural ? Self.model() : nil)
    }

    /// The program's own recognizer, unless JARVIS_RECOGNIZER says otherwise.
    static func make(
        patterns: [UtterancePattern] = [], vocabulary: GrammarVocabulary = GrammarVocabulary()
    ) -> PocketSphinxRecognizer {
        (chosen.last ?? .neural).make(patterns: patterns, vocabulary: vocabulary)
    }
}
