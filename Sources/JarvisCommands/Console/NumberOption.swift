// SPDX-License-Identifier: GPL-3.0-or-later
// Checks options whose numbers have to lie within a range.

import ArgumentParser
import JarvisCore

/// Checks the values of options with numbers.
public enum NumberOption {
    /// Checks an option's value; a missing option (nil) is fine.
    /// - Throws: `ValidationError` that explains the problem.
    public static func check(_ option: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
        guard value.map(range.contains) ?? true else {
            throw ValidationError("\(option) takes a number from \(range.inWords).")
        }
    }
}

extension ClosedRange<Double> {
    /// The range as text: "0.5 to 2".
    public var inWords: String {
        "\(SettingValue.number(lowerBound).display) to \(SettingValue.number(upperBound).display)"
    }
}
