// SPDX-License-Identifier: GPL-3.0-or-later
// The rows for speed and pitch of the voice. The user hears each change.

import JarvisCore
import JarvisDesktopKit

@MainActor
enum VoiceRows {
    static func speed(_ model: SettingsModel, showsHelp: Bool = true) -> SliderRow {
        SliderRow(
            model, \.speed,
            .init(
                step: 0.05, format: SettingFormat.factor, preview: spoken("This is how fast I speak."),
                showsHelp: showsHelp))
    }

    static func pitch(_ model: SettingsModel, showsHelp: Bool = true) -> SliderRow {
        SliderRow(
            model, \.pitch,
            .init(
                step: 1, format: SettingFormat.semitones, preview: spoken("This is my pitch."),
                showsHelp: showsHelp))
    }
}
