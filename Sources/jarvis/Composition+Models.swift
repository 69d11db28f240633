// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the speech models: the recognizer for free speech, and the installer of further models.

import JarvisCore
import JarvisRecognition
import JarvisSpeechModels
import JarvisPlatform
import JarvisSynthesis

extension Composition {
    /// The models installed on this computer.
    /// - Throws: `ModelFailure` if the catalogue that comes with the program is damaged.
    func models() throws(ModelFailure) -> InstalledModels { try InstalledModels(directories, resources) }

    /// The model for free speech, according to the settings.
    func recognizerChoice() -> RecognizerChoice {
        let (speech, desktop) = (settings.current.speech, Environment.language())
        // If the catalogue is damaged, the packaged model still works.
        return (try? models())?.choice(speech, desktopLanguage: desktop)
            ?? RecognizerChoice(id: RecognizerChoice.packaged, language: "en")
    }

    /// The recognizer model with this name; if it doesn't exist, loading it fails.
    func recognizerModel(_ id: String, language: String = "en") -> RecognizerModel {
        let known = (try? models())?[id]
        var model =
            known.flatMap { $0.record.kind == .recognizer ? $0.recognizer : nil }
            ?? RecognizerModel(
                folder: id == RecognizerChoice.packaged
                    ? resources.speechModelFolder(id) : directories.data + "/models/" + id)
        model.language = language
        return model
    }

    /// The packaged model, for the wake word and as a stand-in when another model fails; nil if it isn't installed. A
    /// damaged one fails when it is used.
    func makePackagedDictation() -> MoonshineDictation? {
        let model = recognizerModel(RecognizerChoice.packaged)
        let library = resources.speechLibraryFolder
        guard FolderTree.isFolder(model.folder) || SherpaOnnxLibrary.isInstalled(in: library) else { return nil }
        return MoonshineDictation(model: model, libraryFolder: library)
    }

    /// The second opinion on the wake word. Always the packaged model, whichever one recognizes free speech: the
    /// distances between texts were measured with its errors.
    var wakeTranscriber: (any WakeTranscriber)? { thePackagedDictation }

    /// Recognizes free speech with the chosen model; if that fails, with the packaged one; if that fails, too, with
    /// PocketSphinx.
    func dictation() -> any DictationRecognizer {
        let own = PocketSphinxDictation(model: .installed)
        let (notices, choice) = (notices.continuation, recognizerChoice())
        // True if the settings name a language; the desktop's language alone isn't a request to recognize it.
        let isAsked = settings.current.speech.recognitionLanguage != SpeechSettings.desktopLanguage
        if isAsked, let language = choice.unheardLanguage { notices.yield(.languageNotHeard(language)) }
        let usual: any DictationRecognizer =
            thePackagedDictation.map {
                FallbackDictation($0, fallback: own, notice: { notices.yield(.recognizerReplaced($0)) })
            } ?? own
        guard choice.id != RecognizerChoice.packaged else { return usual }
        let chosen = MoonshineDictation(
            model: recognizerModel(choice.id, language: choice.language), libraryFolder: resources.speechLibraryFolder,
            name: choice.id)
        let hasPackaged = thePackagedDictation != nil
        return FallbackDictation(
            chosen, fallback: usual,
            notice: { notices.yield(hasPackaged ? .modelReplaced($0) : .recognizerReplaced($0)) })
    }
}
