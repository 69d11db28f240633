// SPDX-License-Identifier: GPL-3.0-or-later
// The Appearance page: colours, motion, contrast and the visualizer. Each change shows at once.

import JarvisCore
import JarvisDesktopKit

@MainActor
enum AppearancePage {
    static func sections(_ model: SettingsModel) -> [SettingsSection] {
        [
            SettingsSection(localized("Colours"), colors(model)), SettingsSection(localized("Comfort"), comfort(model)),
            SettingsSection(
                localized("Feedback"),
                [ChoiceRow.choices(model, \.feedback.sounds), SwitchRow(model, \.feedback.vibrates)]),
            SettingsSection(localized("Visualizer"), visualizer(model)),
        ]
    }

    private static func colors(_ model: SettingsModel) -> [any SettingRow] {
        let isCustom: @Sendable (Settings) -> Bool = { $0.appearance.theme == .custom }
        return [
            ChoiceCardsRow(model, \.appearance.theme, columns: 3, picture: ThemePicture.init),
            ColorRow(model, \.appearance.accent, isUsed: isCustom),
            ColorRow(model, \.appearance.warm, isUsed: isCustom),
            ColorRow(model, \.appearance.deep, isUsed: isCustom),
            ChoiceRow.choices(model, \.appearance.colorVision),
        ]
    }

    private static func comfort(_ model: SettingsModel) -> [any SettingRow] {
        [
            ChoiceRow.choices(model, \.appearance.reducedMotion),
            ChoiceRow.choices(model, \.appearance.highContrast),
            SliderRow(model, \.appearance.textScale, .init(step: 0.1, format: SettingFormat.factor)),
            SwitchRow(model, \.appearance.reducesTransparency),
            SwitchRow(model, \.appearance.followsAmbientLight),
        ]
    }

    private static func visualizer(_ model: SettingsModel) -> [any SettingRow] {
        [
            SliderRow(model, \.particleCount, .init(step: 10, format: { "\(Int($0))" })),
            SliderRow(model, \.animationSpeed, .init(step: 0.1, format: SettingFormat.factor)),
            SliderRow(model, \.appearance.zoom, .init(step: 0.1, format: SettingFormat.factor)),
            SliderRow(model, \.appearance.hue, .init(step: 5, format: { "\(Int($0.rounded()))°" })),
        ]
    }
}
