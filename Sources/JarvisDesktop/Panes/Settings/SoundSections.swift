// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of what happens to sound on its way in and out, of the wake word, and of recordings.

import GtkKit
import JarvisAssistant
import JarvisCore

@MainActor
enum SoundSections {
    /// What is done to the microphone's sound.
    static func processing(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Audio processing"),
            [
                SwitchRow(
                    SettingText("Echo cancellation", "Takes JARVIS's own voice out of what it hears"), model,
                    \.speech.cancelsEcho),
                SwitchRow(
                    SettingText("Noise suppression", "Takes steady noise out before it looks for speech"), model,
                    \.speech.suppressesNoise),
                SwitchRow(
                    SettingText("Automatic gain", "Brings quiet and loud voices to one level"), model,
                    \.speech.controlsGain),
            ])
    }

    /// How JARVIS behaves in a conversation.
    static func conversation(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Conversation"),
            [
                SwitchRow(
                    SettingText("Interruption", "In automatic modes JARVIS falls silent when you speak"), model,
                    \.speech.allowsInterruption),
                SwitchRow(
                    SettingText("Fillers", "A few words when an answer takes long"), model, \.speech.saysFillers),
                ChoiceRow.fixed(
                    SettingText("Other players", "Music and videos while you talk with JARVIS"), model,
                    \.speech.otherPlayers,
                    [
                        (.unchanged, localized("Play on")), (.softer, localized("Play softer")),
                        (.muted, localized("Are muted")),
                    ]),
                EntryRow(
                    SettingText("Your words", "Names JARVIS is to know, by commas"), model,
                    \.speech.vocabulary,
                    .init(
                        placeholder: localized("Ada, Grace"),
                        accepts: {
                            SettingDescriptor.Domain.list(SpeechSettings.mostVocabularyEntries).accepts(.text($0))
                        })),
            ])
    }

    /// The word that JARVIS waits for.
    static func wakeWord(_ model: SettingsModel, _ lesson: WakeLesson) -> SettingsSection {
        let isRequired: @Sendable (Settings) -> Bool = { $0.speech.requiresWakeWord }
        return SettingsSection(
            localized("Wake word"),
            [
                SwitchRow(
                    SettingText("Wait for the wake word", "In automatic modes nothing else is listened to"), model,
                    \.speech.requiresWakeWord),
                EntryRow(
                    SettingText("Wake word", "A word or phrase; longer ones are mistaken less often"), model,
                    \.speech.wakePhrase,
                    .init(
                        placeholder: localized("jarvis"),
                        accepts: { WakePhrase.fault(of: $0) == nil },
                        remark: wakeRemark,
                        isUsed: isRequired)),
                SliderRow(
                    SettingText("Wake sensitivity", "Higher wakes more easily, also by mistake"), model,
                    \.speech.wakeSensitivity, .init(range: 0...100, step: 5, format: SettingFormat.percent)),
                WakeLessonRow(lesson),
            ])
    }

    /// What a wake phrase is not good for; nil for a good one.
    @MainActor private static func wakeRemark(_ phrase: String) -> String? {
        switch WakePhrase.fault(of: phrase) {
        case .nothingToSay: localized("Type a word that can be said")
        case .unknownLetter(let letter):
            localized("“%s” has no known sound: use the letters a to z").replacing("%s", with: String(letter))
        case .tooShort: localized("Too short: so few sounds occur in any talk")
        case nil: WakePhrase.isShort(phrase) ? localized("Short: other words will often be mistaken for it") : nil
        }
    }

    /// Recordings of what was said.
    static func recordings(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Recordings"),
            [
                SwitchRow(
                    SettingText("Record what I say", "Each utterance is kept as a WAV file on this computer"), model,
                    \.speech.recordsUtterances),
                ChoiceRow.fixed(
                    SettingText("Keep recordings", "Older ones are deleted"), model, \.speech.recordingRetention,
                    [
                        (.week, localized("7 days")), (.fortnight, localized("14 days")),
                        (.month, localized("30 days")),
                    ]),
            ])
    }
}
