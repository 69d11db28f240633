// SPDX-License-Identifier: GPL-3.0-or-later
// Options that take a number within a range.

import ArgumentParser
import JarvisCore

/// Checks options with numbers.
public enum NumberOption {
    /// - Throws: what is wrong with the value, for people; an option that was not given is fine.
    public static func check(_ option: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
        guard value.map(range.contains) ?? true else {
            throw ValidationError("\(option) takes a number from \(range.inWords).")
        }
    }
}

extension ClosedRange<Double> {
    /// The range for people: "0.5 to 2".
    public var inWords: String {
        "\(SettingValue.number(lowerBound).display) to \(SettingValue.number(upperBound).display)"
    }
}
