// SPDX-License-Identifier: GPL-3.0-or-later
// The Voice page. The user hears each change; the conversation is paused for previews.

import JarvisCore
import JarvisDesktopKit

@MainActor
final class VoicePage {
    let sections: [SettingsSection]
    private let voice: VoiceChoiceRow
    private let output: DeviceRow

    init(_ model: SettingsModel, _ services: SettingsServices, _ preview: VoicePreview) {
        voice = VoiceChoiceRow(
            model, preview,
            VoicePictures(services.synthesizer, folder: services.hearing?.cacheFolder, version: services.version),
            VoiceDownload(services, model))
        output = DeviceRow(model, \.outputDevice, .output)
        sections = [
            SettingsSection(localized("Voice"), [voice] + Self.prosody(model) + [Self.languages(model)]),
            SettingsSection(localized("Playback"), [SwitchRow(model, \.speaksReplies), output.row]),
        ]
    }

    func offer(_ voices: [Voice], _ settings: Settings) { voice.offer(VoiceOrder.sorted(voices), settings) }

    func offer(_ devices: [AudioDevice], _ settings: Settings) { output.offer(devices, settings) }

    private static func languages(_ model: SettingsModel) -> EntryRow {
        EntryRow(model, \.languageVoices, .init(placeholder: localized("For example de=de+f3, fr=fr-be")))
    }

    private static func prosody(_ model: SettingsModel) -> [any SettingRow] {
        [
            VoiceRows.speed(model), VoiceRows.pitch(model),
            SliderRow(
                model, \.volume,
                .init(
                    step: 0.05, format: { SettingFormat.percent($0 * 100) },
                    preview: spoken("This is how loud I speak."))),
        ]
    }
}
