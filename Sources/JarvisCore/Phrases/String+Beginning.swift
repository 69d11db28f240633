// SPDX-License-Identifier: GPL-3.0-or-later
// Truncates texts from outside to a limit in bytes.

extension String {
    /// The text, or as many of its first scalars as fit into `limit` bytes.
    public func beginning(ofBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
