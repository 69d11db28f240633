// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the microphone, of what happens to its sound, and of the wake word; what they do is seen and heard.

import JarvisAssistant
import JarvisCore

@MainActor
final class ListeningPage {
    let sections: [SettingsSection]
    private let input: DeviceRow

    init(_ model: SettingsModel, _ services: DesktopServices) {
        input = DeviceRow(model, \.inputDevice, .input)
        sections = [
            SettingsSection(
                localized("Voice detection"),
                [
                    ChoiceCardsRow(model, \.detectionMode), SensitivityRow(services, model),
                    ChoiceCardsRow(model, \.speech.endPatience, columns: 3), input.row,
                ]),
            SettingsSection(
                localized("Audio processing"),
                [
                    SwitchRow(model, \.speech.cancelsEcho), SwitchRow(model, \.speech.suppressesNoise),
                    SwitchRow(model, \.speech.controlsGain),
                ] + (services.hearing.map { [SoundTrialRow(services, $0)] } ?? [])),
            Self.wakeWord(model, services.wakeLesson),
        ]
    }

    func offer(_ devices: [AudioDevice], _ settings: Settings) { input.offer(devices, settings) }

    /// The word that JARVIS waits for.
    private static func wakeWord(_ model: SettingsModel, _ lesson: WakeLesson) -> SettingsSection {
        SettingsSection(
            localized("Wake word"),
            WakeRows.choice(model) + [
                SliderRow(model, \.speech.wakeSensitivity, .init(step: 5, format: SettingFormat.percent)),
                WakeLessonRow(lesson),
            ])
    }
}
