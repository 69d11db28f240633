// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands for speech models work with.

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

    /// - Throws: `ModelFailure` when the program's own list of models is damaged.
    init(_ global: GlobalOptions) throws {
        // One that cannot be written is told of, as by every command.
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

    /// Tries each out before it is used.
    func installer() -> ModelInstaller {
        let runner = ProcessRunner()
        return ModelInstaller(models: models, network: NetworkOnDemand(), runner: runner) { folder, _ in
            try await ModelTrial.run(folder, by: runner).firstSoundMilliseconds
        }
    }

    /// What the setting `voice.name` calls an installed voice; nil when it cannot be used.
    func voiceName(of model: InstalledModel) -> String? { voices.name(inFolder: model.folder) }

    /// The models that should be whole: all that are installed, and the one that is to hear, unless there is none and no
    /// library for one.
    func expected() -> [String] {
        let installed = models.installed().map(\.record.id)
        let isNeeded = hearing != RecognizerChoice.packaged || SherpaOnnxLibrary.isInstalled(in: libraryFolder)
        return installed + (isNeeded && !installed.contains(hearing) ? [hearing] : [])
    }

    /// The model that is to hear.
    private var hearing: String {
        models.choice(settings.current.speech, desktopLanguage: Environment.language()).id
    }

    /// True for the model or the voice that the settings choose.
    func uses(_ record: ModelRecord, _ model: InstalledModel?) -> Bool {
        switch record.kind {
        case .recognizer: hearing == record.id
        case .voice: model.flatMap { voiceName(of: $0) } == settings.current.voice
        }
    }
}
