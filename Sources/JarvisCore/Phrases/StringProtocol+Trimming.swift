// SPDX-License-Identifier: GPL-3.0-or-later
// White space round and within what people type and engines report.

extension StringProtocol {
    /// The text without white space at its ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The words of the text with one space between each two.
    public var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
