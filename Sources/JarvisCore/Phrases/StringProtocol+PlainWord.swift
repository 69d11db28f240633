// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizes words for comparison: lower case, without punctuation.

extension StringProtocol {
    /// The word in lower case, without punctuation around it and with straight apostrophes; empty for punctuation alone.
    public var plainWord: String {
        let start = drop { !$0.isLetter && !$0.isNumber }
        guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return String(start[...end].lowercased().map { $0 == "’" ? "'" : $0 })
    }
}
