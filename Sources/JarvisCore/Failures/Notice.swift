// SPDX-License-Identifier: GPL-3.0-or-later
// Problems that engines and stores report on their own, without a failed request.

/// Something the user should know about an engine or a file, although nothing they did has failed.
public enum Notice: ExplainedFailure, Hashable {
    /// What replaces a server that does not answer.
    public enum StandIn: Sendable {
        case embeddedRecognizer, embeddedSynthesizer
    }

    case serverLost(ServerFailure, StandIn)
    /// The neural recognizer failed, and another one replaces it.
    case recognizerReplaced(RecognitionFailure)
    /// The chosen model failed, and the packaged one replaces it.
    case modelReplaced(RecognitionFailure)
    /// No installed model understands the chosen language, given by its code.
    case languageNotHeard(String)
    /// A natural voice failed, and an espeak-ng voice replaces it.
    case voiceReplaced(SynthesisFailure)
    /// A value in the settings file is invalid; `used` is the value that applies instead, in readable form.
    case settingIgnored(SettingError, used: String)
    case settingsUnreadable(path: String, StoreFailure)
    /// `reason` is the parser's message; `keptAs` is the new name of the file, nil if it could not be renamed.
    case settingsDamaged(path: String, reason: String, keptAs: String?)
    case remindersDamaged(path: String, reason: String, keptAs: String?)
    case listsDamaged(path: String, reason: String, keptAs: String?)
    /// Any other file.
    case fileDamaged(path: String, reason: String, keptAs: String?)
    /// Unreadable lines; `quarantine` is the file they were moved to, nil if they stayed in place.
    case historyDamaged(lineCount: Int, quarantine: String?)
    case historyNotWritten(StoreFailure)
    case recordingsNotKept(folder: String, StoreFailure)
    case recordingsNotRemoved(folder: String, olderThanDays: Int, StoreFailure)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .serverLost(let failure, let standIn):
            FailureText(failure.explained(to: reader).text, Self.consequence(standIn, reader))
        case .recognizerReplaced(let failure):
            FailureText(
                failure.explained(to: reader).text,
                reader.say("Until then JARVIS recognizes with PocketSphinx, which is less accurate."))
        case .modelReplaced(let failure):
            FailureText(
                failure.explained(to: reader).text,
                reader.say("Until then JARVIS recognizes with the model it comes with."))
        case .languageNotHeard(let code):
            FailureText(
                reader.say("No installed speech model hears the language \"%1\"; JARVIS hears English.", code),
                reader.say("\"jarvis models install\" adds models of other languages."))
        case .voiceReplaced(let failure):
            FailureText(
                failure.explained(to: reader).text, reader.say("Until then JARVIS speaks with a voice of espeak-ng."))
        case .settingIgnored(let error, let used):
            FailureText(
                used.isEmpty
                    ? reader.say("\"%1\" is not a valid value for %2, which stays empty.", error.value, error.key)
                    : reader.say("\"%1\" is not a valid value for %2; %3 is used.", error.value, error.key, used),
                error.remedy(for: reader))
        case .settingsUnreadable(let path, let failure):
            FailureText(
                reader.say("%1 cannot be read; its settings are ignored.", path),
                failure.explained(to: reader).text)
        case .settingsDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some settings may be back to their defaults.", path, reason),
                Self.kept(keptAs, reader))
        case .remindersDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some of its reminders may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .listsDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some list items may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .fileDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some of its data may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .historyDamaged(let count, let quarantine):
            FailureText(
                reader.say("Damaged lines in the history: %1.", String(count)),
                quarantine.map { reader.say("They were set aside in %1.", $0) } ?? reader.say("They were left out."))
        case .historyNotWritten(let failure): failure.explained(to: reader)
        case .recordingsNotKept(let folder, let failure):
            FailureText(
                reader.say("Recordings cannot be kept."),
                Self.remedy(failure, folder, reader) + " "
                    + reader.say("Until then they are held in memory. Speech recognition is not affected."))
        case .recordingsNotRemoved(let folder, let days, let failure):
            FailureText(
                reader.say(
                    "Recordings older than %1 day cannot be removed.",
                    "Recordings older than %1 days cannot be removed.", count: days),
                Self.remedy(failure, folder, reader))
        }
    }

    private static func consequence(_ standIn: StandIn, _ reader: FailureReader) -> String {
        switch standIn {
        case .embeddedRecognizer: reader.say("Until it answers, JARVIS uses its own recognizer.")
        case .embeddedSynthesizer: reader.say("Until it answers, JARVIS speaks with its own voice.")
        }
    }

    private static func kept(_ path: String?, _ reader: FailureReader) -> String {
        path.map { reader.say("The file was kept as %1.", $0) }
            ?? reader.say("The file stays where it is: it could not be renamed.")
    }

    private static func remedy(_ failure: StoreFailure, _ folder: String, _ reader: FailureReader) -> String {
        switch failure {
        case .diskFull: reader.say("The disk is full: free some space.")
        case .readOnly: reader.say("%1 cannot be written: change its permissions.", folder)
        default: reader.say("Check the disk and the permissions of %1.", folder)
        }
    }
}
