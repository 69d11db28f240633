// SPDX-License-Identifier: GPL-3.0-or-later
// The speech models: which one hears free speech, and what installs others.

import JarvisCore
import JarvisRecognition
import JarvisSpeechModels
import JarvisPlatform
import JarvisSynthesis

extension Composition {
    /// The installed models.
    /// - Throws: `ModelFailure` when the program's own list of them is damaged.
    func models() throws(ModelFailure) -> InstalledModels { try InstalledModels(directories, resources) }

    /// The model that is to hear free speech, by the settings.
    func recognizerChoice() -> RecognizerChoice {
        let (speech, desktop) = (settings.current.speech, Environment.language())
        // Without its list of models the program still has its own.
        return (try? models())?.choice(speech, desktopLanguage: desktop)
            ?? RecognizerChoice(id: RecognizerChoice.packaged, language: "en")
    }

    /// A recognizer's model of this name; one that is not there fails when it is loaded, and says so then.
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

    /// The model that comes with the program, for the wake word and wherever another one fails; nil where none was
    /// installed. What is there and does not work says so when it is used.
    func makePackagedDictation() -> MoonshineDictation? {
        let model = recognizerModel(RecognizerChoice.packaged)
        let library = resources.speechLibraryFolder
        guard FolderTree.isFolder(model.folder) || SherpaOnnxLibrary.isInstalled(in: library) else { return nil }
        return MoonshineDictation(model: model, libraryFolder: library)
    }

    /// The second opinion on the wake word: the model whose mistakes its distances were measured with, whichever hears
    /// free speech.
    var wakeTranscriber: (any WakeTranscriber)? { thePackagedDictation }

    /// Free speech by the model that was chosen, else by the one that JARVIS comes with, else by PocketSphinx.
    func dictation() -> any DictationRecognizer {
        let own = PocketSphinxDictation(model: .installed)
        let (notices, choice) = (notices.continuation, recognizerChoice())
        // A desktop in another language does not ask for it to be heard.
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
