// SPDX-License-Identifier: GPL-3.0-or-later
// The user's accents as the style sheet needs them: the same names as in data/style.css, overriding them.
// Controls carry texts and signs in these colours, so each is lightened until it can be read; the visualizer shows what
// was picked.

import Glibc
import JarvisCore

/// The three accents of a custom theme.
struct AccentStyle: Hashable, Sendable {
    var accent: HexColor
    var warm: HexColor
    var deep: HexColor

    /// Definitions for a style sheet above `data/style.css`.
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

    /// Red, green and blue, 0…1 as encoded.
    private var channels: [Double] { [16, 8, 0].map { Double(value >> UInt32($0) & 0xFF) / 255 } }

    /// This colour with a share of another.
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

    /// Contrast of WCAG 2, 1…21.
    func contrast(with other: HexColor) -> Double {
        let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    /// As far towards black, up to a fifth of the way, as black text on this colour can still be read.
    func shaded() -> HexColor {
        let steps = 20
        for step in 0..<steps {
            let candidate = mixed(with: .black, 0.2 * (1 - Double(step) / Double(steps)))
            if candidate.contrast(with: .black) >= DesignTokens.Contrast.text { return candidate }
        }
        return self
    }

    /// This colour, mixed with as little white as it takes to be read as text on the lightest ground that texts have.
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
