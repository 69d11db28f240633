// SPDX-License-Identifier: GPL-3.0-or-later
// A colour of light, and its conversions.

/// Red, green and blue, 0…1, sRGB-encoded (both renderers add light in encoded values).
public struct SceneColor: Hashable, Sendable {
    /// Red, 0…1.
    public var red: Double
    /// Green, 0…1.
    public var green: Double
    /// Blue, 0…1.
    public var blue: Double

    /// Creates a colour; components are 0…1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a colour from CSS notation: 0xRRGGBB.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    static let white = SceneColor(red: 1, green: 1, blue: 1)

    /// A fully saturated colour of the rainbow; hue in turns, 0 = red.
    static func hue(_ turns: Double) -> SceneColor {
        func channel(_ offset: Double) -> Double {
            let h = (turns + offset) - (turns + offset).rounded(.down)
            return min(max(abs(h * 6 - 3) - 1, 0), 1)
        }
        return SceneColor(red: channel(0), green: channel(2.0 / 3), blue: channel(1.0 / 3))
    }

    /// The channels as bytes.
    static func bytes(_ color: SceneColor) -> (red: UInt8, green: UInt8, blue: UInt8) {
        func byte(_ channel: Double) -> UInt8 { UInt8((min(max(channel, 0), 1) * 255).rounded()) }
        return (byte(color.red), byte(color.green), byte(color.blue))
    }

    func mixed(with other: SceneColor, _ share: Double) -> SceneColor {
        SceneColor(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    func scaled(_ factor: Double) -> SceneColor {
        SceneColor(red: red * factor, green: green * factor, blue: blue * factor)
    }

    /// The light that this ink takes away from a ground.
    func absorbed(from ground: SceneColor) -> SceneColor {
        SceneColor(
            red: max(ground.red - red, 0), green: max(ground.green - green, 0), blue: max(ground.blue - blue, 0))
    }

    func multiplied(by other: SceneColor) -> SceneColor {
        SceneColor(red: red * other.red, green: green * other.green, blue: blue * other.blue)
    }

    /// This colour moved towards grey of the same brightness by a share, 0…1.
    func desaturated(_ share: Double) -> SceneColor {
        let grey = red * 0.3 + green * 0.59 + blue * 0.11
        return mixed(with: SceneColor(red: grey, green: grey, blue: grey), share)
    }

    /// This colour with its hue rotated and the sum of the channels unchanged.
    func rotated(_ turns: Double) -> SceneColor {
        guard turns != 0 else { return self }
        let c = Periodic.cosine(turns)
        let s = Periodic.sine(turns) / 1.7320508075688772
        let a = c + (1 - c) / 3
        let b = (1 - c) / 3 - s
        let d = (1 - c) / 3 + s
        func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
        return SceneColor(
            red: clamped(red * a + green * b + blue * d), green: clamped(red * d + green * a + blue * b),
            blue: clamped(red * b + green * d + blue * a))
    }
}
