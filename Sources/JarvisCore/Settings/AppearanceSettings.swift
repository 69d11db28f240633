// SPDX-License-Identifier: GPL-3.0-or-later
// How JARVIS looks: theme, accents and accessibility.

/// Where the colours come from.
public enum ThemeChoice: String, Sendable, Codable, CaseIterable {
    /// Particles 20 % dimmer, accents slightly desaturated, glows in place of shadows.
    case dark
    /// Inks on a light ground.
    case light
    /// Follows the desktop's colour scheme: `dark` if it is dark, otherwise `light`.
    case auto
    /// The user's own accents at full strength.
    case custom
}

/// The kind of colour vision for which the state colours must be distinguishable.
public enum ColorVision: String, Sendable, Codable, CaseIterable {
    case typical
    case protanopia
    case deuteranopia
    case tritanopia
}

/// A preference that can follow the desktop's own setting.
public enum DesktopPreference: String, Sendable, Codable, CaseIterable {
    /// Follow the desktop.
    case desktop
    case on
    case off

    /// The preference in effect.
    /// - Parameter desktop: The desktop's value for it.
    public func resolved(desktop: Bool) -> Bool {
        switch self {
        case .desktop: desktop
        case .on: true
        case .off: false
        }
    }
}

/// A colour: 0xRRGGBB in sRGB.
public struct HexColor: Hashable, Sendable {
    /// 0xRRGGBB.
    public var value: UInt32

    public init(_ value: UInt32) { self.value = value & 0xFFFFFF }

    /// Reads "#00d4ff" or "00d4ff"; nil for anything else.
    public init?(text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        guard let value = UInt32(digits, radix: 16) else { return nil }
        self.value = value
    }

    /// "#00d4ff"
    public var text: String {
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// The settings under "appearance" for colour and motion.
public struct AppearanceSettings: Hashable, Sendable {
    public var theme = ThemeChoice.dark
    /// The custom theme's three accents; by default electric cyan, plasma orange and quantum purple.
    public var accent = HexColor(0x00D4FF)
    public var warm = HexColor(0xFF6B35)
    public var deep = HexColor(0x7B68EE)
    public var colorVision = ColorVision.typical
    /// Limits animation to changes of opacity; nothing moves.
    public var reducedMotion = DesktopPreference.desktop
    /// Uses solid shapes and high-contrast colours.
    public var highContrast = DesktopPreference.desktop
    /// Uses solid fills instead of glass.
    public var reducesTransparency = false
    /// Follows the light sensor, if there is one.
    public var followsAmbientLight = false
    /// Text size as a multiple of the desktop's, 1…2.
    public var textScale = 1.0
    /// Size of the visualizer as a multiple, 0.5…2.
    public var zoom = 1.0
    /// Hue shift of the visualizer in degrees, 0…360.
    public var hue = 0.0

    public init() {}
}
