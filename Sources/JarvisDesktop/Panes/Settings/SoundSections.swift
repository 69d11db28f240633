// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of what happens to sound on its way in and out, of the wake word, and of recordings.

import GtkKit
import JarvisAssistant
import JarvisCore

@MainActor
enum SoundSections {
    /// The processing of the microphone's sound.
    static func processing(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Audio processing"),
            [
                SwitchRow(
                    SettingText("Echo cancellation", "Removes JARVIS's own voice from the microphone"), model,
                    \.speech.cancelsEcho),
                SwitchRow(
                    SettingText("Noise suppression", "Removes steady noise before listening for speech"), model,
                    \.speech.suppressesNoise),
                SwitchRow(
                    SettingText("Automatic gain", "Evens out quiet and loud voices"), model,
                    \.speech.controlsGain),
            ])
    }

    /// How JARVIS behaves in a conversation.
    static func conversation(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Conversation"),
            [
                SwitchRow(
                    SettingText("Interruption", "In automatic modes, JARVIS stops talking when you speak"), model,
                    \.speech.allowsInterruption),
                ChoiceRow.choices(
                    SettingText("Answers", "In automatic modes, which talk in the room is meant for JARVIS"), model,
                    \.speech.talkFilter),
                SwitchRow(
                    SettingText("Fillers", "A few words when an answer takes long"), model, \.speech.saysFillers),
                SwitchRow(
                    SettingText(
                        "Ring in the background",
                        "With a timer, alarm or reminder pending, JARVIS goes on when its window is closed"),
                    model, \.ringsInBackground),
                ChoiceRow.choices(
                    SettingText("Other audio", "What happens to music and videos while you talk to JARVIS"), model,
                    \.speech.ducking),
                EntryRow(
                    SettingText("Your words", "Names and words JARVIS should know, separated by commas"), model,
                    \.speech.vocabulary,
                    .init(
                        placeholder: localized("Ada, Grace"),
                        accepts: {
                            SettingDescriptor.Domain.list(SpeechSettings.mostVocabularyEntries).accepts(.text($0))
                        })),
                EntryRow(
                    SettingText("Your name", "What JARVIS calls you"), model, \.userName,
                    .init(placeholder: localized("Ada"))),
            ])
    }

    /// The word that JARVIS waits for.
    static func wakeWord(_ model: SettingsModel, _ lesson: WakeLesson) -> SettingsSection {
        let isRequired: @Sendable (Settings) -> Bool = { $0.speech.requiresWakeWord }
        return SettingsSection(
            localized("Wake word"),
            [
                SwitchRow(
                    SettingText("Wait for the wake word", "In automatic modes, JARVIS ignores everything else"), model,
                    \.speech.requiresWakeWord),
                EntryRow(
                    SettingText("Wake word", "A word or phrase. Longer ones cause fewer false alarms"), model,
                    \.speech.wakePhrase,
                    .init(
                        placeholder: localized("jarvis"),
                        accepts: { WakePhrase.fault(of: $0) == nil },
                        remark: wakeRemark,
                        isUsed: isRequired)),
                SliderRow(
                    SettingText("Wake sensitivity", "Higher wakes more easily, but also by mistake"), model,
                    \.speech.wakeSensitivity, .init(step: 5, format: SettingFormat.percent)),
                WakeLessonRow(lesson),
            ])
    }

    /// The problem of a wake phrase; nil for a good one.
    @MainActor private static func wakeRemark(_ phrase: String) -> String? {
        switch WakePhrase.fault(of: phrase) {
        case .nothingToSay: localized("Enter a word that can be spoken")
        case .unknownLetter(let letter):
            localized("“%1” cannot be pronounced. Use only the letters a to z", String(letter))
        case .tooShort: localized("Too short: ordinary talk would trigger it")
        case nil: WakePhrase.isShort(phrase) ? localized("Short: other words may trigger it") : nil
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
                ChoiceRow.choices(
                    SettingText("Keep recordings", "Older ones are deleted"), model, \.speech.recordingRetention),
            ])
    }

}
