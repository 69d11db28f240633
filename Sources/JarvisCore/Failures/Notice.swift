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
                reader.say("JARVIS uses PocketSphinx until then, which is less accurate."))
        case .modelReplaced(let failure):
            FailureText(
                failure.explained(to: reader).text,
                reader.say("JARVIS uses its built-in model until then."))
        case .languageNotHeard(let code):
            FailureText(
                reader.say("No speech model for \"%1\" is installed, so JARVIS hears English.", code),
                reader.say("\"jarvis models install\" adds models for other languages."))
        case .voiceReplaced(let failure):
            FailureText(
                failure.explained(to: reader).text, reader.say("JARVIS uses a basic voice until then."))
        case .settingIgnored(let error, let used):
            FailureText(
                used.isEmpty
                    ? reader.say("\"%1\" isn't a valid value for %2, so it stays empty.", error.value, error.key)
                    : reader.say("\"%1\" isn't a valid value for %2, so %3 is used.", error.value, error.key, used),
                error.remedy(for: reader))
        case .settingsUnreadable(let path, let failure):
            FailureText(
                reader.say("%1 can't be read, so its settings are ignored.", path),
                failure.explained(to: reader).text)
        case .settingsDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2). Some settings may be back to their defaults.", path, reason),
                Self.kept(keptAs, reader))
        case .remindersDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2). Some reminders may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .listsDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2). Some list items may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .fileDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2). Some data may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .historyDamaged(let count, let quarantine):
            FailureText(
                reader.say("Damaged lines in the history: %1.", String(count)),
                quarantine.map { reader.say("They were moved to %1.", $0) } ?? reader.say("They were left out."))
        case .historyNotWritten(let failure): failure.explained(to: reader)
        case .recordingsNotKept(let folder, let failure):
            FailureText(
                reader.say("JARVIS can't save recordings."),
                Self.remedy(failure, folder, reader) + " "
                    + reader.say("They stay in memory until then. Speech recognition still works."))
        case .recordingsNotRemoved(let folder, let days, let failure):
            FailureText(
                reader.say(
                    "JARVIS can't delete recordings older than %1 day.",
                    "JARVIS can't delete recordings older than %1 days.", count: days),
                Self.remedy(failure, folder, reader))
        }
    }

    private static func consequence(_ standIn: StandIn, _ reader: FailureReader) -> String {
        switch standIn {
        case .embeddedRecognizer: reader.say("JARVIS uses its own recognizer until the server is back.")
        case .embeddedSynthesizer: reader.say("JARVIS uses its own voice until the server is back.")
        }
    }

    private static func kept(_ path: String?, _ reader: FailureReader) -> String {
        path.map { reader.say("The file was kept as %1.", $0) }
            ?? reader.say("The file stays as it is.")
    }

    private static func remedy(_ failure: StoreFailure, _ folder: String, _ reader: FailureReader) -> String {
        switch failure {
        case .diskFull: reader.say("The disk is full. Free some space.")
        case .readOnly: reader.say("JARVIS can't write to %1. Change its permissions.", folder)
        default: reader.say("Check the disk and the permissions of %1.", folder)
        }
    }
}
