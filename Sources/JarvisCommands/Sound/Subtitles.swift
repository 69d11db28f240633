// SPDX-License-Identifier: GPL-3.0-or-later
// Subtitles in the SubRip format (.srt), of a length that people can read. Pure.

/// Writes numbered subtitles one after another.
public struct Subtitles {
    private static let lineLength = 42
    private static let linesAtOnce = 2

    private var count = 0

    public init() {}

    /// The subtitles for a text that was said between two moments, in seconds. A long text becomes several, each for its
    /// share of the time.
    public mutating func add(_ text: String, from start: Double, to end: Double) -> String {
        let lines = Self.lines(text)
        let total = Double(max(1, lines.reduce(0) { $0 + $1.count }))
        var (result, done) = ("", 0)
        for first in stride(from: 0, to: lines.count, by: Self.linesAtOnce) {
            let shown = lines[first..<min(first + Self.linesAtOnce, lines.count)]
            let from = start + (end - start) * Double(done) / total
            done += shown.reduce(0) { $0 + $1.count }
            let to = start + (end - start) * Double(done) / total
            count += 1
            result += "\(count)\n\(Self.time(from)) --> \(Self.time(to))\n\(shown.joined(separator: "\n"))\n\n"
        }
        return result
    }

    /// Breaks the words into lines; a word that is too long gets its own line.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= lineLength {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// "00:01:02,345"
    static func time(_ seconds: Double) -> String {
        let all = Int((max(0, seconds) * 1000).rounded())
        func padded(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return padded(all / 3_600_000, 2) + ":" + padded(all / 60_000 % 60, 2) + ":" + padded(all / 1000 % 60, 2) + ","
            + padded(all % 1000, 3)
    }
}
