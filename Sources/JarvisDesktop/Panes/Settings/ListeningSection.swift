// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the microphone and the speakers.

import GtkKit
import JarvisCore

@MainActor
final class ListeningSection {
    let section: SettingsSection
    private let input: ChoiceRow<String?>
    private let output: ChoiceRow<String?>

    init(_ model: SettingsModel) {
        let mode = ChoiceRow<DetectionMode>(
            SettingText("Detection mode", "When the microphone listens"), model, \.detectionMode)
        mode.offer(DetectionMode.allCases.map { .init(value: $0, name: $0.title) }, model.current)
        input = Self.devices(SettingText("Microphone", "Where JARVIS hears you"), model, \.inputDevice)
        output = Self.devices(SettingText("Speakers", "Where JARVIS answers"), model, \.outputDevice)
        section = SettingsSection(
            localized("Voice detection and sound"),
            [
                mode,
                SliderRow(
                    SettingText("Sensitivity", "Higher hears quieter speech"), model, \.sensitivity,
                    .init(step: 5, format: SettingFormat.percent)),
                input, output,
            ])
    }

    func offer(_ devices: [AudioDevice], _ settings: Settings) {
        input.offer(Self.options(devices, .input, chosen: settings.inputDevice), settings)
        output.offer(Self.options(devices, .output, chosen: settings.outputDevice), settings)
    }

    private static func devices(
        _ text: SettingText, _ model: SettingsModel, _ path: any WritableKeyPath<Settings, String?> & Sendable
    ) -> ChoiceRow<String?> {
        ChoiceRow(
            text, model, path,
            describeMissing: { name in
                name.map { localized("%1 (not connected)", $0) } ?? localized("Default")
            })
    }

    /// The default first; monitors of outputs only where one has been chosen.
    private static func options(
        _ devices: [AudioDevice], _ direction: AudioDevice.Direction, chosen: String?
    ) -> [ChoiceRow<String?>.Option] {
        let own = devices.filter { $0.direction == direction && (!$0.isMonitor || $0.id == chosen) }
        let current = own.first(where: \.isDefault).map { localized("Default (%1)", $0.name) }
        return [.init(value: nil, name: current ?? localized("Default"))]
            + own.map { .init(value: $0.id, name: $0.name) }
    }
}

extension DetectionMode {
    /// The mode in the words of the user.
    fileprivate var title: String {
        switch self {
        case .disabled: localized("Microphone button only")
        case .pushToTalk: localized("Push to talk")
        case .auto: localized("Automatic")
        case .autoHold: localized("Automatic, hold to keep open")
        }
    }
}
