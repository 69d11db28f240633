// SPDX-License-Identifier: GPL-3.0-or-later
// Removes white space from text that people type and engines report.

extension StringProtocol {
    /// The text without white space at either end.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The words of the text, separated by single spaces.
    public var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
