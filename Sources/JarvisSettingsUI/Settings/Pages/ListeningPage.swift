// SPDX-License-Identifier: GPL-3.0-or-later
// The Listening page: the microphone, its sound processing and the wake word, with displays and tests of their effects.

import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ListeningPage {
    let sections: [SettingsSection]
    private let input: DeviceRow

    init(_ model: SettingsModel, _ services: SettingsServices) {
        input = DeviceRow(model, \.inputDevice, .input)
        sections = [
            SettingsSection(
                localized("Voice detection"),
                [
                    ChoiceCardsRow(model, \.detectionMode), SwitchRow(model, \.listensBesideScreenReader),
                    SensitivityRow(services, model),
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

    /// The section of the wake word.
    private static func wakeWord(_ model: SettingsModel, _ lesson: WakeLesson) -> SettingsSection {
        SettingsSection(
            localized("Wake word"),
            WakeRows.choice(model) + [
                SliderRow(model, \.speech.wakeSensitivity, .init(step: 5, format: SettingFormat.percent)),
                WakeLessonRow(lesson),
            ])
    }
}
