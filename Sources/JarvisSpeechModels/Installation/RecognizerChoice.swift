// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses among the installed recognizers: the configured one, or else one for the user's language, or else the
// packaged one.

public import JarvisCore
import JarvisPlatform

/// The chosen recognizer, and the language to recognize.
public struct RecognizerChoice: Hashable, Sendable {
    public var id: String
    /// The language to recognize, as a code such as "en"; empty lets the model detect it.
    public var language: String
    /// The user's language, if no installed model recognizes it; nil otherwise.
    public var unheardLanguage: String?

    /// The name of the model that comes with the program; it recognizes English.
    public static let packaged = "moonshine-tiny-en"

    public init(id: String, language: String, unheardLanguage: String? = nil) {
        self.id = id
        self.language = language
        self.unheardLanguage = unheardLanguage
    }
}

extension InstalledModels {
    /// Chooses a recognizer according to the settings.
    /// - Parameter desktopLanguage: The user's language, unless the settings name another.
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
    /// True for a multilingual model whose record lists this language.
    fileprivate func hears(_ language: String) -> Bool {
        (try? SpeechModelFiles.recognize(folder: folder))?.languages.contains(language) ?? false
    }
}
