// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers in the settings.

import JarvisCore
import JarvisDesktopKit

/// Formats numbers.
@MainActor
enum SettingFormat {
    /// "1.2×"
    static func factor(_ number: Double) -> String {
        let tenths = Int((number * 100).rounded())
        let fraction = tenths % 100
        let digits = fraction % 10 == 0 ? "\(fraction / 10)" : fraction.padded()
        return decimal(tenths / 100, digits) + "×"
    }

    /// "Normal", "+3 st"
    static func semitones(_ number: Double) -> String {
        let whole = Int(number.rounded())
        guard whole != 0 else { return localized("Normal") }
        return localized("%1 st", "\(whole > 0 ? "+" : "−")\(abs(whole))")
    }

    /// "50 %"
    static func percent(_ number: Double) -> String { localized("%1 %", String(Int(number.rounded()))) }
}
