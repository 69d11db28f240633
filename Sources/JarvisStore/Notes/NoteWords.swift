// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a note into words for counting. Pure.

enum NoteWords {
    /// The words in lower case, with any apostrophes inside them.
    static func words(_ text: some StringProtocol) -> [String] {
        text.lowercased().map { $0 == "’" ? "'" : $0 }
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .map { String($0).trimmingApostrophes }.filter { !$0.isEmpty }
    }

    /// Function words, which say nothing about a note's subject.
    static let common: Set<String> = Set(
        """
        a about after again all also am an and any are as at back be because been before being but by can can't could did \
        do does doing don't down for from get go going gonna got had has have he her here him his how i i'd i'll i'm i've \
        if in into is it it's its just kind know let's like me more my no not now of off ok okay on or our out over really \
        said say she should so some something that that's the their them then there there's these they thing things think \
        this those to too up us very want was wasn't we we're well were what when where which while who will with would \
        yeah yes you your
        """.split(separator: " ").map(String.init))
}

extension String {
    fileprivate var trimmingApostrophes: String {
        var rest = self[...]
        while rest.first == "'" { rest.removeFirst() }
        while rest.last == "'" { rest.removeLast() }
        return String(rest)
    }
}
