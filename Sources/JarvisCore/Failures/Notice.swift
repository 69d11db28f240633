// SPDX-License-Identifier: GPL-3.0-or-later
// What engines and stores tell about themselves without having been asked.

/// What somebody should know about an engine or a file, although nothing that they did has failed.
public enum Notice: ExplainedFailure, Hashable {
    /// Who does the work of a server that does not answer.
    public enum StandIn: Sendable {
        case embeddedRecognizer, embeddedSynthesizer
    }

    case serverLost(ServerFailure, StandIn)
    /// The neural recognizer does not work, and another one stands in for it.
    case recognizerReplaced(RecognitionFailure)
    /// The model that was chosen does not work, and the one that JARVIS comes with stands in for it.
    case modelReplaced(RecognitionFailure)
    /// No installed model hears the language that was chosen; its code.
    case languageNotHeard(String)
    /// A natural voice cannot speak, and one of espeak-ng stands in for it.
    case voiceReplaced(SynthesisFailure)
    /// A value in the file is not allowed; `used` holds instead, as people read it.
    case settingIgnored(SettingError, used: String)
    case settingsUnreadable(path: String, StoreFailure)
    /// `reason` is the parser's; `keptAs` is where the file was renamed to, nil when it could not be.
    case settingsDamaged(path: String, reason: String, keptAs: String?)
    case remindersDamaged(path: String, reason: String, keptAs: String?)
    case listsDamaged(path: String, reason: String, keptAs: String?)
    /// Of any other file.
    case fileDamaged(path: String, reason: String, keptAs: String?)
    /// Lines that could not be read; `quarantine` is where they are, nil when they stay where they were.
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
                reader.say("%1 is damaged (%2); some settings may be back at their defaults.", path, reason),
                Self.kept(keptAs, reader))
        case .remindersDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some of its reminders may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .listsDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some of what was on your lists may be missing.", path, reason),
                Self.kept(keptAs, reader))
        case .fileDamaged(let path, let reason, let keptAs):
            FailureText(
                reader.say("%1 is damaged (%2); some of what was in it may be missing.", path, reason),
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
