// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides the style sheet's accents with the user's, under the names of data/style.css. Controls show text and icons
// in these colours, so each is lightened until it is readable; the visualizer shows the colours as picked.

import Glibc
import JarvisCore

/// The three accents of a custom theme.
struct AccentStyle: Hashable, Sendable {
    var accent: HexColor
    var warm: HexColor
    var deep: HexColor

    /// CSS definitions that override those of `data/style.css`.
    var css: String {
        let (main, second, third) = (accent.readable(), warm.readable(), deep.readable())
        let definitions: [(String, HexColor)] = [
            ("cyan", main), ("accent_hover", main.mixed(with: .white, 0.3)),
            ("deep_cyan", main.mixed(with: .black, 0.3)),
            ("icon", main.mixed(with: .white, 0.8)), ("thumb", main.mixed(with: .white, 0.9)),
            ("orange", second), ("orange_text", second.mixed(with: .white, 0.3)), ("purple", third),
            ("purple_text", third.mixed(with: .white, 0.4)), ("bubble_start", main),
            ("bubble_end", main.shaded()), ("shimmer_cyan", main.mixed(with: .black, 0.5)),
            ("shimmer_purple", third.mixed(with: .black, 0.5)),
        ]
        return definitions.map { "@define-color \($0) \($1.text);" }.joined(separator: "\n")
    }
}

extension HexColor {
    static let white = HexColor(UInt32.max)
    static let black = HexColor(0)

    /// Red, green and blue as encoded in sRGB, 0…1.
    private var channels: [Double] { [16, 8, 0].map { Double(value >> UInt32($0) & 0xFF) / 255 } }

    /// This colour, with `share` of it replaced by another.
    func mixed(with other: HexColor, _ share: Double) -> HexColor {
        let mixed = zip(channels, other.channels).map { own, foreign in
            UInt32(((own + (foreign - own) * share) * 255).rounded())
        }
        return HexColor(mixed.reduce(0) { $0 << 8 | $1 })
    }

    /// Relative luminance, 0…1, as WCAG 2 defines it.
    var luminance: Double {
        zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
            let (encoded, weight) = part
            let linear = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
            return sum + weight * linear
        }
    }

    /// The contrast ratio that WCAG 2 defines, 1…21.
    func contrast(with other: HexColor) -> Double {
        let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    /// This colour, darkened by up to a fifth, as long as black text on it stays readable.
    func shaded() -> HexColor {
        let steps = 20
        for step in 0..<steps {
            let candidate = mixed(with: .black, 0.2 * (1 - Double(step) / Double(steps)))
            if candidate.contrast(with: .black) >= DesignTokens.Contrast.text { return candidate }
        }
        return self
    }

    /// This colour, with just enough white to be readable as text on the lightest background that text can have.
    func readable() -> HexColor {
        let steps = 20
        for step in 0..<steps {
            let candidate = mixed(with: .white, Double(step) / Double(steps))
            if candidate.contrast(with: DesignTokens.Contrast.lightestGround) >= DesignTokens.Contrast.text {
                return candidate
            }
        }
        return .white
    }
}
