// SPDX-License-Identifier: GPL-3.0-or-later
// Which installed model hears the user: the one that was chosen, else one of the user's language, else the one that came
// with the program.

public import JarvisCore
import JarvisPlatform

/// The model that is to hear.
public struct RecognizerChoice: Hashable, Sendable {
    public var id: String
    /// What it hears, as a code such as "en"; empty where it is to find out.
    public var language: String
    /// The user's language, where no installed model hears it.
    public var unheardLanguage: String?

    /// The model that comes with the program, which hears English.
    public static let packaged = "moonshine-tiny-en"

    public init(id: String, language: String, unheardLanguage: String? = nil) {
        self.id = id
        self.language = language
        self.unheardLanguage = unheardLanguage
    }
}

extension InstalledModels {
    /// Chooses by the settings.
    /// - Parameter desktopLanguage: What the user speaks, unless the settings say otherwise.
    public func choice(_ speech: SpeechSettings, desktopLanguage: String) -> RecognizerChoice {
        let language = SpokenLanguage.code(speech.language(ofDesktop: desktopLanguage) ?? "")
        guard speech.recognitionModel == SpeechSettings.packagedModel else {
            let own = self[speech.recognitionModel]?.record.language ?? ""
            return RecognizerChoice(id: speech.recognitionModel, language: own.isEmpty ? language : own)
        }
        guard !language.isEmpty, !SpokenLanguage.isEnglish(language) else {
            return RecognizerChoice(id: RecognizerChoice.packaged, language: "en")
        }
        let models = installed().filter { $0.record.kind == .recognizer }
        let found =
            models.first { SpokenLanguage.code($0.record.language) == language }
            ?? models.first { $0.record.language.isEmpty && $0.hears(language) }
        guard let found else {
            return RecognizerChoice(id: RecognizerChoice.packaged, language: "en", unheardLanguage: language)
        }
        return RecognizerChoice(id: found.record.id, language: language)
    }
}

extension InstalledModel {
    /// True for a model of many languages that says so of this one.
    fileprivate func hears(_ language: String) -> Bool {
        (try? SpeechModelFiles.recognize(folder: folder))?.languages.contains(language) ?? false
    }
}
