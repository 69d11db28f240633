// SPDX-License-Identifier: GPL-3.0-or-later
// A text file whose lines are sorted by bytes. Finding a line reads about twenty blocks.

import JarvisCore
import JarvisPlatform

/// Finds lines by their first word.
struct SortedLines {
    private static let block = 1024
    private static let longestLine = 64 * 1024

    private let file: OpenFile
    private let size: Int

    init(path: String) throws(StoreFailure) {
        file = try OpenFile(path, flags: 0)
        size = try file.status().size
    }

    /// The line whose first word is `word`, without its newline; nil if there is none. Works despite leading lines that
    /// start with a space, such as a licence.
    func line(beginningWith word: String) throws(StoreFailure) -> Substring? {
        let wanted = Array(word.utf8)
        // Lines that begin before `low` sort before the word. The wanted line does not begin at or after `high`.
        var (low, high) = (0, size)
        while low < high {
            let middle = low + (high - low) / 2
            guard let start = try lineStart(atOrAfter: middle, before: high) else {
                high = middle
                continue
            }
            let line = try line(at: start)
            let first = line.prefix { $0 != UInt8(ascii: " ") }
            if first.elementsEqual(wanted) { return Substring(decoding: line, as: UTF8.self) }
            if first.lexicographicallyPrecedes(wanted) {
                low = start + line.count + 1
            } else {
                high = middle
            }
        }
        return nil
    }

    /// The first line start at or after `place`.
    private func lineStart(atOrAfter place: Int, before end: Int) throws(StoreFailure) -> Int? {
        if place == 0 { return 0 }
        var start = place - 1
        while start < end {
            let bytes = try file.read(at: start, count: Self.block)
            if bytes.isEmpty { return nil }
            if let found = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let next = start + found + 1
                return next < end ? next : nil
            }
            start += bytes.count
        }
        return nil
    }

    private func line(at start: Int) throws(StoreFailure) -> [UInt8] {
        var line: [UInt8] = []
        while line.count < Self.longestLine {
            let bytes = try file.read(at: start + line.count, count: Self.block)
            line += bytes.prefix { $0 != UInt8(ascii: "\n") }
            if bytes.isEmpty || bytes.contains(UInt8(ascii: "\n")) { break }
        }
        return line
    }
}
