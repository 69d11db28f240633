// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the look: colours, motion, contrast, and the visualizer's own figures. Each change is seen at once.

import GtkKit
import JarvisCore

@MainActor
enum AppearanceSection {
    static func section(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(localized("Appearance"), colors(model) + comfort(model) + visualizer(model))
    }

    private static func colors(_ model: SettingsModel) -> [any SettingRow] {
        let isCustom: @Sendable (Settings) -> Bool = { $0.appearance.theme == .custom }
        return [
            ChoiceRow.choices(
                SettingText("Theme", "Automatic follows the desktop's colour scheme"), model, \.appearance.theme),
            ColorRow(
                SettingText("First accent", "Used by the custom theme"), model, \.appearance.accent, isUsed: isCustom),
            ColorRow(
                SettingText("Second accent", "Used by the custom theme"), model, \.appearance.warm, isUsed: isCustom),
            ColorRow(
                SettingText("Third accent", "Used by the custom theme"), model, \.appearance.deep, isUsed: isCustom),
            ChoiceRow.choices(
                SettingText("Colour vision", "Status colours for your colour vision"), model,
                \.appearance.colorVision),
        ]
    }

    private static func comfort(_ model: SettingsModel) -> [any SettingRow] {
        return [
            ChoiceRow.choices(
                SettingText("Reduced motion", "Things fade instead of moving"), model,
                \.appearance.reducedMotion),
            ChoiceRow.choices(
                SettingText("High contrast", "Solid shapes in strong colours"), model, \.appearance.highContrast),
            SliderRow(
                SettingText("Text size", "Compared with the desktop's text size"), model, \.appearance.textScale,
                .init(step: 0.1, format: SettingFormat.factor)),
            SwitchRow(
                SettingText("Reduced transparency", "Solid fills instead of glass"), model,
                \.appearance.reducesTransparency),
            SwitchRow(
                SettingText("Follow the room's light", "Dimmer and warmer in the dark; needs a light sensor"), model,
                \.appearance.followsAmbientLight),
        ]
    }

    private static func visualizer(_ model: SettingsModel) -> [any SettingRow] {
        [
            SliderRow(
                SettingText("Particles", "How many drift behind the visualizer"), model, \.particleCount,
                .init(step: 10, format: { "\(Int($0))" })),
            SliderRow(
                SettingText("Animation speed", "How fast everything moves"), model, \.animationSpeed,
                .init(step: 0.1, format: SettingFormat.factor)),
            SliderRow(
                SettingText("Visualizer size", "Limited by the size of the window"), model, \.appearance.zoom,
                .init(step: 0.1, format: SettingFormat.factor)),
            SliderRow(
                SettingText("Visualizer hue", "Shifts its colours around the colour wheel"), model, \.appearance.hue,
                .init(step: 5, format: { "\(Int($0.rounded()))°" })),
        ]
    }
}
