// SPDX-License-Identifier: GPL-3.0-or-later
// The prompts of a language, and which of them a day has. The same day gives the same prompt on every computer of that
// locale. Pure.

/// Prompts for voice notes.
public struct PromptTable: Hashable, Sendable {
    /// In the order of their file.
    public let prompts: [String]

    /// - Parameter text: one prompt a line; empty lines and those that begin with "#" count for nothing.
    public init(_ text: String) {
        prompts = text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// The prompt of a day; nil where the table is empty.
    ///
    /// Days that follow each other go through the whole table before one comes again, and so do steps.
    /// - Parameters:
    ///   - day: days since some day that is always the same one.
    ///   - step: 0 for the day's own, and one more for each other one that was asked for.
    public func prompt(day: Int, step: Int = 0, locale: String) -> String? {
        guard !prompts.isEmpty else { return nil }
        let count = prompts.count
        // Neighbours of the file are much alike, so days go by steps of about the golden ratio, which are as even as can be.
        let stride = Self.stride(count)
        let start = Int(Self.hash(locale) % UInt64(count))
        return prompts[(Self.rest(day, count) * stride + start + Self.rest(step, count)) % count]
    }

    /// 0 or more, for numbers below 0 as well.
    private static func rest(_ number: Int, _ count: Int) -> Int { (number % count + count) % count }

    /// A step that comes to every place before it comes to one again.
    private static func stride(_ count: Int) -> Int {
        var stride = max(1, count * 618 / 1000)
        while divisor(stride, count) != 1 { stride += 1 }
        return stride
    }

    private static func divisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : divisor(second, first % second)
    }

    /// FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv): Swift's own hashes differ from run to run.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
