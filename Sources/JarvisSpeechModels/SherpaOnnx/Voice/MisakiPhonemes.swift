// SPDX-License-Identifier: GPL-3.0-or-later
// Converts espeak-ng's American phonemes to the alphabet of misaki (https://github.com/hexgrad/misaki), which voices
// made from Kokoro read. The pairs are in misaki.txt. Pure.

/// Phonemes of misaki's alphabet.
enum MisakiPhonemes {
    /// The pairs, by the first symbol of what espeak-ng writes; longer ones first.
    private static let pairs = read(String(decoding: PackageResources.misaki_txt, as: UTF8.self))

    typealias Pair = (from: [Unicode.Scalar], to: [Unicode.Scalar])

    /// Parses lines of two columns; an empty second column removes the symbols. What follows "#" is a comment.
    static func read(_ text: String) -> [Unicode.Scalar: [Pair]] {
        var pairs: [Unicode.Scalar: [Pair]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            let from = Array((columns.first ?? "").unicodeScalars)
            guard columns.count == 2, let first = from.first else { continue }
            pairs[first, default: []].append((from, Array(columns[1].unicodeScalars)))
        }
        return pairs.mapValues { $0.sorted { $0.from.count > $1.from.count } }
    }

    /// The phonemes of espeak-ng, converted; symbols without a pair stay as they are.
    static func converted(_ phonemes: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var converted: [Unicode.Scalar] = []
        // The first word begins like all others.
        var rest = ([" "] + phonemes)[...]
        while let first = rest.first {
            let pair = pairs[first]?.first { rest.starts(with: $0.from) }
            // The space after a word is also the one before the next.
            let isWord = pair.map { $0.from.count > 1 && $0.from.last == " " && $0.to.last == " " } ?? false
            converted += (pair?.to ?? [first]).dropLast(isWord ? 1 : 0)
            rest = rest.dropFirst((pair?.from.count ?? 1) - (isWord ? 1 : 0))
        }
        return Array(converted.dropFirst())
    }
}
