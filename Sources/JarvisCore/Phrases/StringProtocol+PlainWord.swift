// SPDX-License-Identifier: GPL-3.0-or-later
// Words as they are compared, whatever marks and capitals they are written with.

extension StringProtocol {
    /// The word in lower case without the marks around it, with straight apostrophes; empty for marks alone.
    public var plainWord: String {
        let start = drop { !$0.isLetter && !$0.isNumber }
        guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return String(start[...end].lowercased().map { $0 == "’" ? "'" : $0 })
    }
}
