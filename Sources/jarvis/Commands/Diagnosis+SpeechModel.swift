// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: checks the neural recognizer.

import JarvisCommands
import JarvisCore
import JarvisSettingsUI
import JarvisSpeechModels
import JarvisPlatform

extension Diagnosis {
    /// Loads the model for free speech in a child process, and measures it.
    func speechModel() -> Finding {
        let choice = composition.recognizerChoice()
        let id = choice.id
        let model = composition.recognizerModel(id, language: choice.language)
        let folder = composition.resources.speechLibraryFolder
        let isInstalled = model.isThere || SherpaOnnxLibrary.isInstalled(in: folder)
        guard isInstalled || id != RecognizerChoice.packaged else {
            return .ok(
                PartFinding.speechModel,
                "none installed, so JARVIS uses PocketSphinx, which is less accurate; "
                    + (composition.resources.isSourceTree ? "run scripts/speech-engine" : "install jarvis-ear")
                    + " for a better one")
        }
        do {
            // Opened in this process for the actual error; a child could pass it on only as text.
            _ = try SherpaOnnxLibrary(folder: folder)
            _ = try model.checkedFamily()
            let trial = try runBlocking { try await ModelTrial.run(model.folder, by: ProcessRunner()) }
            let record = (try? composition.models())?[id]?.record
            let licence = record.map { $0.licence.isEmpty ? "licence unknown" : $0.licence } ?? "licence unknown"
            let speed = trial.realTimeFactor > 0 ? Int((1 / trial.realTimeFactor).rounded()) : 0
            let lack = choice.unheardLanguage.map { ["no installed model for \"\($0)\", so English is used"] } ?? []
            let figures = [
                "\(trial.family), \(licence)", "sherpa-onnx \(SherpaOnnxLibrary.neededVersion)",
                "\(FolderTree.size(of: model.folder) / 1_000_000) MB on disk",
                "loaded in \(trial.loadMilliseconds) ms", "\(trial.memoryKiB / 1024) MiB of memory",
                "\(speed) times as fast as speech",
            ]
            return .ok(PartFinding.speechModel, "\(id): " + (figures + lack).joined(separator: ", "))
        } catch {
            return .failed(PartFinding.speechModel, "\(id) doesn't work", fix: commandAdvice(for: error) ?? "\(error)")
        }
    }
}
