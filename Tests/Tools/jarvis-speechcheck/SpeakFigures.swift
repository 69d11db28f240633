// SPDX-License-Identifier: GPL-3.0-or-later
// Formatting figures in columns.

import Glibc

/// `value` with this many digits after the point, right-aligned.
func fixed(_ value: Double, _ digits: Int, _ width: Int) -> String {
    guard value.isFinite else { return String(repeating: " ", count: width - 1) + "-" }
    let scale = pow(10, Double(digits))
    let rounded = Int((abs(value) * scale).rounded())
    var text = String(rounded / Int(scale))
    if digits > 0 {
        let rest = String(rounded % Int(scale))
        text += "." + String(repeating: "0", count: digits - rest.count) + rest
    }
    if value < 0, rounded != 0 { text = "-" + text }
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

extension String {
    /// Left-aligned in a column of this width.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension [Double] {
    var median: Double { share(0.5) }

    /// The value below which this share of all values lies; NaN without values.
    func share(_ share: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
