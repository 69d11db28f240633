// SPDX-License-Identifier: GPL-3.0-or-later
// The speech models: which one hears free speech, and what installs others.

import JarvisCore
import JarvisDictation
import JarvisModels
import JarvisNetwork
import JarvisPlatform
import JarvisRecognition
import JarvisSynthesis
import SherpaOnnxKit

extension Composition {
    /// The model that comes with the program.
    static let packagedModel = "moonshine-tiny-en"

    /// The installed models.
    /// - Throws: `ModelFailure` when the program's own list of them is damaged.
    func models() throws(ModelFailure) -> InstalledModels { try InstalledModels(directories, resources) }

    func modelInstaller(_ models: InstalledModels) -> ModelInstaller {
        let runner = ProcessRunner()
        return ModelInstaller(models: models, network: NetworkOnDemand(), runner: runner) { folder, _ in
            _ = try await ModelTrial.run(folder, by: runner)
        }
    }

    /// What the setting `voice.name` calls an installed voice; nil when it cannot be used.
    func voiceName(of model: InstalledModel) -> String? {
        naturalVoices.installed().first { $0.model.folder == model.folder }?.voice.id
    }

    /// The name of the model that is to hear free speech.
    static func recognizerName(_ settings: SpeechSettings) -> String {
        settings.recognitionModel == SpeechSettings.packagedModel ? packagedModel : settings.recognitionModel
    }

    /// A recognizer's model of this name; one that is not there fails when it is loaded, and says so then.
    func recognizerModel(_ id: String) -> RecognizerModel {
        if let model = (try? models())?[id], model.record.kind == .recognizer { return model.recognizer }
        let isPackaged = id == Self.packagedModel
        return RecognizerModel(
            folder: isPackaged ? resources.speechModelFolder(id) : directories.data + "/models/" + id)
    }

    /// The neural model that hears free speech: the one that was chosen; nil where none is installed.
    func makeNeuralDictation() -> MoonshineDictation? {
        let chosen = Self.recognizerName(settings.current.speech)
        guard chosen != Self.packagedModel || hasPackagedModel else { return nil }
        let model = recognizerModel(chosen)
        return MoonshineDictation(
            model: model, libraryFolder: resources.speechLibraryFolder, hearsCommands: model.language.hasPrefix("en"))
    }

    /// The second opinion on the wake word: only the model whose mistakes its distances were measured with.
    var wakeTranscriber: (any WakeTranscriber)? {
        Self.recognizerName(settings.current.speech) == Self.packagedModel ? theNeuralDictation : nil
    }

    /// Free speech by the model that was chosen, else by the one that JARVIS comes with, else by PocketSphinx.
    func dictation() -> any DictationRecognizer {
        let own = PocketSphinxDictation(model: .installed)
        guard let neural = theNeuralDictation else { return own }
        let notices = notices.continuation
        let isPackaged = Self.recognizerName(settings.current.speech) == Self.packagedModel
        guard !isPackaged, hasPackagedModel else {
            return FallbackDictation(neural, fallback: own, notice: { notices.yield(.recognizerReplaced($0)) })
        }
        let packaged = MoonshineDictation(
            model: recognizerModel(Self.packagedModel), libraryFolder: resources.speechLibraryFolder)
        let usual = FallbackDictation(packaged, fallback: own, notice: { notices.yield(.recognizerReplaced($0)) })
        return FallbackDictation(neural, fallback: usual, notice: { notices.yield(.modelReplaced($0)) })
    }

    private var hasPackagedModel: Bool {
        recognizerModel(Self.packagedModel).isThere
            && SherpaOnnxLibrary.isInstalled(in: resources.speechLibraryFolder)
    }
}
