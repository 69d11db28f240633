// SPDX-License-Identifier: GPL-3.0-or-later
// The rows for speed and pitch of the voice. The user hears each change.

import JarvisCore
import JarvisDesktopKit

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
