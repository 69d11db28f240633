// SPDX-License-Identifier: GPL-3.0-or-later
// The prompts of a language, and the choice of one for each day. A given day has the same prompt on every computer with
// that locale. Pure.

/// The prompts for voice notes in one language.
public struct PromptTable: Hashable, Sendable {
    /// In file order.
    public let prompts: [String]

    /// - Parameter text: One prompt per line. Skips empty lines and lines that begin with "#".
    public init(_ text: String) {
        prompts = text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// The prompt of a day; nil if the table is empty.
    ///
    /// Consecutive days go through the whole table before a prompt repeats, and so do consecutive steps.
    /// - Parameters:
    ///   - day: The number of days since a fixed date.
    ///   - step: 0 for the day's own prompt, plus 1 for each request for another.
    public func prompt(day: Int, step: Int = 0, locale: String) -> String? {
        guard !prompts.isEmpty else { return nil }
        let count = prompts.count
        // Adjacent prompts are similar, so advance by about the golden ratio, which spreads the days most evenly.
        let stride = Self.stride(count)
        let start = Int(Self.hash(locale) % UInt64(count))
        return prompts[(Self.rest(day, count) * stride + start + Self.rest(step, count)) % count]
    }

    /// The non-negative remainder, also for a negative number.
    private static func rest(_ number: Int, _ count: Int) -> Int { (number % count + count) % count }

    /// A stride coprime to the count, so it visits every place before repeating one.
    private static func stride(_ count: Int) -> Int {
        var stride = max(1, count * 618 / 1000)
        while divisor(stride, count) != 1 { stride += 1 }
        return stride
    }

    private static func divisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : divisor(second, first % second)
    }

    /// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), because Swift's own hashes differ between runs.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
