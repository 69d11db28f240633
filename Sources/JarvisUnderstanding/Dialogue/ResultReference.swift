// SPDX-License-Identifier: GPL-3.0-or-later
// Continues a calculation from the last result: "plus seven", "half of that", "double it".

/// Inserts the last result into a follow-up.
package enum ResultReference {
    private static let pronouns: Set<String> = ["that", "it", "this"]
    private static let operators: [[String]] = [
        ["plus"], ["minus"], ["less"], ["times"], ["multiplied", "by"], ["divided", "by"], ["over"], ["squared"],
        ["cubed"], ["to", "the", "power", "of"], ["rounded"], ["to"],
    ]
    private static let orders: [([String], [String])] = [
        (["add"], ["plus"]), (["subtract"], ["minus"]), (["take", "away"], ["minus"]), (["take", "off"], ["minus"]),
        (["multiply", "by"], ["times"]), (["divide", "by"], ["divided", "by"]),
    ]
    private static let multiples: [String: String] = ["double": "2 times", "triple": "3 times", "halve": "half of"]

    /// The follow-up with `result` in place of the pronoun or before the operator, as requests to try; empty if it does
    /// not refer to a result.
    /// - Parameter result: A number in digits.
    package static func requests(_ words: [String], result: String) -> [String] {
        guard words.count <= 12 else { return [] }
        var words = words
        // "Add ten", "take off five"
        if !words.contains(where: pronouns.contains),
            let (order, plain) = orders.first(where: { words.starts(with: $0.0) && words.count > $0.0.count })
        {
            words = plain + words.dropFirst(order.count)
        }
        if operators.contains(where: { words.starts(with: $0) }) { return [([result] + words).joined(separator: " ")] }
        guard let place = words.lastIndex(where: pronouns.contains) else { return [] }
        words[place] = result
        if place > 0, words[place - 1] == "all" { words.remove(at: place - 1) }
        if let first = words.first, let multiple = multiples[first] { words[0] = multiple }
        var requests = [words.joined(separator: " ")]
        // "Take that off 300"
        if words.count >= 4, words[0] == "take", let off = words.firstIndex(where: { ["off", "from"].contains($0) }),
            off > 1
        {
            let (less, whole) = (words[1..<off], words[(off + 1)...])
            requests = [(whole + ["minus"] + less).joined(separator: " ")]
        }
        return requests
    }
}
