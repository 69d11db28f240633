// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that the model commands share.

import JarvisCore
import JarvisSpeechModels
import JarvisNetwork
import JarvisPlatform
import JarvisStore
import JarvisSynthesis

struct ModelCommandContext {
    let models: InstalledModels
    let settings: any SettingsStore
    private let voices: NaturalVoices
    private let libraryFolder: String

    /// - Throws: `ModelFailure` if the catalogue that comes with the program is damaged.
    init(_ global: GlobalOptions) throws {
        // Fail early if the log can't be written, as every command does.
        _ = try global.openLog()
        let directories = BaseDirectories.current()
        let resources = ResourceLocator.standard()
        let store = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in store.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        settings = store
        models = try InstalledModels(directories, resources)
        voices = NaturalVoices(directories, resources)
        libraryFolder = resources.speechLibraryFolder
    }

    /// The installer, which tests each model before it is used.
    func installer() -> ModelInstaller {
        let runner = ProcessRunner()
        return ModelInstaller(models: models, network: NetworkOnDemand(), runner: runner) { folder, _ in
            try await ModelTrial.run(folder, by: runner).firstSoundMilliseconds
        }
    }

    /// The name of an installed voice for the setting `voice.name`; nil if the voice can't be used.
    func voiceName(of model: InstalledModel) -> String? { voices.name(inFolder: model.folder) }

    /// The models that have to be intact: all installed ones, and the chosen recognizer, except the packaged one if its
    /// library is missing.
    func expected() -> [String] {
        let installed = models.installed().map(\.record.id)
        let isNeeded = hearing != RecognizerChoice.packaged || SherpaOnnxLibrary.isInstalled(in: libraryFolder)
        return installed + (isNeeded && !installed.contains(hearing) ? [hearing] : [])
    }

    /// The name of the model chosen for recognition.
    private var hearing: String {
        models.choice(settings.current.speech, desktopLanguage: Environment.language()).id
    }

    /// True if the settings choose this model.
    func uses(_ record: ModelRecord, _ model: InstalledModel?) -> Bool {
        switch record.kind {
        case .recognizer: hearing == record.id
        case .voice: model.flatMap { voiceName(of: $0) } == settings.current.voice
        }
    }
}
