// SPDX-License-Identifier: GPL-3.0-or-later
// How JARVIS looks: theme, accents, and what users need who see or bear less than others.

/// Where the colours come from.
public enum ThemeChoice: String, Sendable, Codable, CaseIterable {
    /// Particles 20 % dimmer, accents slightly desaturated, glows in place of shadows.
    case dark
    /// Follows the desktop's colour scheme: `dark` where that is dark, full strength elsewhere.
    case auto
    /// The user's own accents at full strength.
    case custom
}

/// Whose eyes the colours of state must be told apart by.
public enum ColorVision: String, Sendable, Codable, CaseIterable {
    case typical
    case protanopia
    case deuteranopia
    case tritanopia
}

/// A preference that the desktop has too.
public enum DesktopPreference: String, Sendable, Codable, CaseIterable {
    /// As the desktop says.
    case desktop
    case on
    case off

    /// The current preference.
    /// - Parameter desktop: what the desktop says.
    public func resolved(desktop: Bool) -> Bool {
        switch self {
        case .desktop: desktop
        case .on: true
        case .off: false
        }
    }
}

/// A colour as people write it: 0xRRGGBB in sRGB.
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

/// The settings below "appearance" that are about colour and motion.
public struct AppearanceSettings: Hashable, Sendable {
    public var theme = ThemeChoice.dark
    /// The custom theme's accents: electric cyan, plasma orange, quantum purple unless the user picked others.
    public var accent = HexColor(0x00D4FF)
    public var warm = HexColor(0xFF6B35)
    public var deep = HexColor(0x7B68EE)
    public var colorVision = ColorVision.typical
    /// Opacity changes only: nothing moves.
    public var reducedMotion = DesktopPreference.desktop
    /// Solid shapes and colours of strong contrast.
    public var highContrast = DesktopPreference.desktop
    /// Solid fills instead of glass.
    public var reducesTransparency = false
    /// Follow the light sensor, where there is one.
    public var followsAmbientLight = false
    /// Size of text as a factor on what the desktop asks for, 1…2.
    public var textScale = 1.0
    /// Size of the visualizer as a factor, 0.5…2.
    public var zoom = 1.0
    /// Shift of the visualizer's hues in degrees, 0…360.
    public var hue = 0.0

    public init() {}
}
