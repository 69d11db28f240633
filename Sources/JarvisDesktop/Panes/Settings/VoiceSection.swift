// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the voice; each is heard when it changes.

import GtkKit
import JarvisCore

@MainActor
final class VoiceSection {
    let section: SettingsSection
    let firstControl: Widget
    private let voice: ChoiceRow<String>

    init(_ model: SettingsModel) {
        let hello = localized("Hello, I am JARVIS. This is how I sound.")
        let preview = Button(
            icon: "jarvis-speaker-symbolic", pixels: DesignTokens.Panes.icon, label: localized("Hear this voice"))
        preview.addClass("round")
        preview.align(vertical: .center)
        preview.onClick { [weak model] in model?.preview(hello) }
        voice = ChoiceRow(
            SettingText("Voice", "The voice JARVIS speaks with"), model, \.voice, isSearchable: true,
            accessory: preview,
            describeMissing: { localized("%1 (not installed)", $0) },
            chosen: { [weak model] in model?.preview(hello) })
        firstControl = voice.control
        section = SettingsSection(
            localized("Voice personality"),
            [
                voice,
                SliderRow(
                    SettingText("Speed", "How fast it speaks"), model, \.speed,
                    .init(
                        step: 0.05, format: SettingFormat.factor,
                        preview: localized("This is how fast I speak."))),
                SliderRow(
                    SettingText(
                        "Pitch",
                        "How high it speaks, in semitones; below −9 and above 10 the whole voice gets deeper or brighter"
                    ), model, \.pitch,
                    .init(
                        step: 1, format: SettingFormat.semitones,
                        preview: localized("This is how high my voice is."))),
                SliderRow(
                    SettingText("Volume", "How loud it speaks"), model, \.volume,
                    .init(
                        step: 0.05, format: { SettingFormat.percent($0 * 100) },
                        preview: localized("This is how loud I speak."))),
                SwitchRow(
                    SettingText("Speak replies", "When off, replies are only shown"), model, \.speaksReplies),
            ])
    }

    func offer(_ voices: [Voice], _ settings: Settings) {
        voice.offer(voices.map { .init(value: $0.id, name: $0.name) }, settings)
    }
}
