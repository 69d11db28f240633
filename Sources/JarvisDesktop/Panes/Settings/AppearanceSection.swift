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
            ChoiceRow.fixed(
                SettingText("Theme", "Automatic follows the desktop's colour scheme"), model, \.appearance.theme,
                [(.dark, localized("Dark")), (.auto, localized("Automatic")), (.custom, localized("Custom"))]),
            ColorRow(
                SettingText("First accent", "Used by the custom theme"), model, \.appearance.accent, isUsed: isCustom),
            ColorRow(
                SettingText("Second accent", "Used by the custom theme"), model, \.appearance.warm, isUsed: isCustom),
            ColorRow(
                SettingText("Third accent", "Used by the custom theme"), model, \.appearance.deep, isUsed: isCustom),
            ChoiceRow.fixed(
                SettingText("Colour vision", "Status colours for your colour vision"), model,
                \.appearance.colorVision,
                [
                    (.typical, localized("Typical")), (.protanopia, localized("Protanopia (no red)")),
                    (.deuteranopia, localized("Deuteranopia (no green)")),
                    (.tritanopia, localized("Tritanopia (no blue)")),
                ]),
        ]
    }

    private static func comfort(_ model: SettingsModel) -> [any SettingRow] {
        let preferences: [(DesktopPreference, String)] = [
            (.desktop, localized("Follow system")), (.on, localized("On")), (.off, localized("Off")),
        ]
        return [
            ChoiceRow.fixed(
                SettingText("Reduced motion", "Things fade instead of moving"), model,
                \.appearance.reducedMotion, preferences),
            ChoiceRow.fixed(
                SettingText("High contrast", "Solid shapes in strong colours"), model, \.appearance.highContrast,
                preferences),
            SliderRow(
                SettingText("Text size", "Compared with the desktop's text size"), model, \.appearance.textScale,
                .init(range: 1...2, step: 0.1, format: SettingFormat.factor)),
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
                .init(range: 0...500, step: 10, format: { "\(Int($0))" })),
            SliderRow(
                SettingText("Animation speed", "How fast everything moves"), model, \.animationSpeed,
                .init(range: 0.5...2, step: 0.1, format: SettingFormat.factor)),
            SliderRow(
                SettingText("Visualizer size", "Limited by the size of the window"), model, \.appearance.zoom,
                .init(range: 0.5...2, step: 0.1, format: SettingFormat.factor)),
            SliderRow(
                SettingText("Visualizer hue", "Shifts its colours around the colour wheel"), model, \.appearance.hue,
                .init(range: 0...360, step: 5, format: { "\(Int($0.rounded()))°" })),
        ]
    }
}
