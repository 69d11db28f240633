// SPDX-License-Identifier: GPL-3.0-or-later
// Settings on the Appearance page.

extension SettingDescriptor {
    static let appearance = colors + comfort + feedback + visualizer

    private static let colors: [SettingDescriptor] = [
        choice(
            "appearance.theme", .appearance,
            SettingText(
                "Theme", "Automatic follows the desktop's light or dark style", "dark mode, colors, light or dark, skin"
            ),
            \.appearance.theme),
        color(
            "appearance.accent", .appearance,
            SettingText("First accent", "Used by the custom theme", "accent color, blue, cyan, main colour"),
            \.appearance.accent),
        color(
            "appearance.warm-accent", .appearance,
            SettingText("Second accent", "Used by the custom theme", "accent color, orange, warm colour"),
            \.appearance.warm),
        color(
            "appearance.deep-accent", .appearance,
            SettingText("Third accent", "Used by the custom theme", "accent color, purple, deep colour"),
            \.appearance.deep),
        choice(
            "appearance.color-vision", .appearance,
            SettingText(
                "Colour vision", "Adjust colours for colour blindness",
                "color blind, red and green, daltonism, protanopia"),
            \.appearance.colorVision),
    ]

    private static let comfort: [SettingDescriptor] = [
        choice(
            "appearance.reduced-motion", .appearance,
            SettingText(
                "Reduced motion", "Fade things instead of moving them", "no animations, motion sickness, dizzy, calm"),
            \.appearance.reducedMotion),
        choice(
            "appearance.high-contrast", .appearance,
            SettingText(
                "High contrast", "Solid shapes in strong colours", "hard to read, low vision, black and white"),
            \.appearance.highContrast),
        number(
            "appearance.text-scale", .appearance,
            SettingText(
                "Text size", "Relative to the desktop's text size", "bigger letters, larger font, zoom text"),
            1...2, \.appearance.textScale),
        flag(
            "appearance.reduced-transparency", .appearance,
            SettingText(
                "Reduced transparency", "Solid fills instead of glass", "blur, glass, opaque, see through"),
            \.appearance.reducesTransparency),
        flag(
            "appearance.ambient-light", .appearance,
            SettingText(
                "Follow the room's light", "Dimmer and warmer in the dark; needs a light sensor",
                "night light, brightness, light sensor, dim"),
            \.appearance.followsAmbientLight),
    ]

    private static let feedback: [SettingDescriptor] = [
        choice(
            "appearance.sounds", .appearance,
            SettingText(
                "Sounds", "Short sounds when JARVIS listens or something goes wrong",
                "beep, earcons, event sounds, silent, mute sounds"),
            \.feedback.sounds),
        flag(
            "appearance.vibration", .appearance,
            SettingText(
                "Vibration", "Vibrate for the same events, if the device can", "haptics, buzz, feel, phone shakes"),
            \.feedback.vibrates),
    ]

    private static let visualizer: [SettingDescriptor] = [
        number(
            "appearance.particles", .appearance,
            SettingText(
                "Particles", "Number of particles behind the visualizer", "stars, dust, background dots, fewer effects"),
            0...500, \.particleCount),
        number(
            "appearance.animation-speed", .appearance,
            SettingText("Animation speed", "How fast everything moves", "slower animations, faster motion, tempo"),
            0.5...2, \.animationSpeed),
        number(
            "appearance.zoom", .appearance,
            SettingText(
                "Visualizer size", "Limited by the size of the window", "bigger face, smaller orb, zoom the face"),
            0.5...2, \.appearance.zoom),
        number(
            "appearance.hue", .appearance,
            SettingText(
                "Visualizer hue", "Shift its colours around the colour wheel",
                "color of the face, tint, rainbow, rotate colors"),
            0...360, \.appearance.hue),
    ]
}
