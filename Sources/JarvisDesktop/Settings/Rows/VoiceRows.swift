// SPDX-License-Identifier: GPL-3.0-or-later
// How fast and how high a voice speaks; each is heard when it changes.

import JarvisCore

@MainActor
enum VoiceRows {
    static func speed(_ model: SettingsModel) -> SliderRow {
        SliderRow(
            model, \.speed,
            .init(step: 0.05, format: SettingFormat.factor, preview: localized("This is how fast I speak.")))
    }

    static func pitch(_ model: SettingsModel) -> SliderRow {
        SliderRow(
            model, \.pitch,
            .init(step: 1, format: SettingFormat.semitones, preview: localized("This is how high my voice is.")))
    }
}
