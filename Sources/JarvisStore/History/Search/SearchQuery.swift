// SPDX-License-Identifier: GPL-3.0-or-later
// Finds words in many folded texts at once: one pass over all texts for the longest word, then a check for the other
// words only where it occurs.

import Glibc
import JarvisCore

/// The criteria of a search.
struct SearchQuery: Sendable {
    /// Folded words, longest first.
    let words: [[UInt8]]
    /// Nil means all kinds.
    let kinds: Set<MessageKind>?

    init(_ text: String, kinds: Set<MessageKind>?) {
        words = SearchFolding.words(text).sorted { $0.count > $1.count }
        self.kinds = kinds
    }

    /// The positions of the texts that contain every word, ascending.
    /// - Parameters:
    ///   - texts: All texts, each followed by a byte that no word contains (0x0A).
    ///   - positions: The texts to search.
    ///   - end: Returns the end offset of the text at a position.
    func matches(
        in texts: UnsafeRawBufferPointer, positions: Range<Int>, end: (Int) -> Int
    ) -> [Int] {
        guard let word = words.first, let base = texts.baseAddress, !positions.isEmpty else {
            return Array(positions)
        }
        var found: [Int] = []
        let search = WordSearch(word, in: texts)
        let others = words.dropFirst().map { WordSearch($0, in: texts) }
        let limit = min(texts.count, end(positions.upperBound - 1))
        var place = positions.lowerBound == 0 ? 0 : end(positions.lowerBound - 1) + 1
        var position = positions.lowerBound
        while let offset = search.first(in: base, place..<max(place, limit)) {
            position = Self.position(of: offset, from: position, upTo: positions.upperBound, end: end)
            guard position < positions.upperBound else { break }
            let begin = position == 0 ? 0 : end(position - 1) + 1
            let stop = end(position)
            // Stop if a corrupt index gives an inconsistent offset.
            guard begin <= offset, stop <= limit, stop >= offset else { break }
            let isMatch = others.allSatisfy { $0.first(in: base, begin..<stop) != nil }
            if isMatch { found.append(position) }
            place = stop + 1
            position += 1
        }
        return found
    }

    /// The first text that ends after `offset`. Doubles its step each time, since matches may be close together or far
    /// apart.
    private static func position(of offset: Int, from first: Int, upTo limit: Int, end: (Int) -> Int) -> Int {
        var low = first
        var step = 1
        while low + step < limit, end(low + step) <= offset {
            low += step
            step *= 2
        }
        return (low..<min(low + step, limit)).partitioningIndex { end($0) > offset }
    }
}

/// Finds a word by its rarest byte, using `memchr`, which scans many bytes at a time.
private struct WordSearch {
    let word: [UInt8]
    let anchor: Int

    /// - Parameter texts: The first 4096 bytes serve as a sample to find the rarest byte.
    init(_ word: [UInt8], in texts: UnsafeRawBufferPointer) {
        self.word = word
        var counts = [Int](repeating: 0, count: 256)
        for byte in texts.prefix(4096) { counts[Int(byte)] += 1 }
        anchor = word.indices.min { counts[Int(word[$0])] < counts[Int(word[$1])] } ?? 0
    }

    /// The offset from `base` of the first occurrence within `range`.
    func first(in base: UnsafeRawPointer, _ range: Range<Int>) -> Int? {
        guard range.count >= word.count else { return nil }
        return word.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var place = range.lowerBound + anchor
            let end = range.upperBound - (word.count - 1 - anchor)
            while place < end, let hit = memchr(base + place, Int32(bytes[anchor]), end - place) {
                let offset = base.distance(to: UnsafeRawPointer(hit)) - anchor
                if memcmp(base + offset, start, bytes.count) == 0 { return offset }
                place = offset + anchor + 1
            }
            return nil
        }
    }
}
