// SPDX-License-Identifier: GPL-3.0-or-later
// Where each word stands in the pronouncing dictionary, so that a word that was not known before is found without
// reading all of the 134,000 lines. Some 0.6 MB; the lines themselves stay in the file. Immutable once made.

import JarvisCore
import JarvisPlatform

/// Looks words up in a CMU-style dictionary.
struct PronunciationIndex: Sendable {
    private static let bucketCount = 16_384

    private let path: String
    /// Where each bucket of words begins in `places`; one more for the end.
    private let bucketStarts: [UInt32]
    /// Where the lines begin, bucket by bucket, each in the order of the file.
    private let places: [UInt32]

    /// Reads the file once.
    /// - Throws: `RecognitionFailure.modelMissing` with the path.
    init(path: String) throws {
        guard let file = MappedFile(path: path) else { throw RecognitionFailure.modelMissing(path: path) }
        self.path = path
        var lines: [(bucket: Int, place: UInt32)] = []
        var starts = [UInt32](repeating: 0, count: Self.bucketCount + 1)
        PronunciationDictionary.forEachLine(of: file) { line, place in
            let bucket = Int(PronunciationDictionary.hash(ofWordIn: line) % UInt64(Self.bucketCount))
            lines.append((bucket, UInt32(place)))
            starts[bucket + 1] += 1
        }
        for bucket in 0..<Self.bucketCount { starts[bucket + 1] += starts[bucket] }
        bucketStarts = starts
        var sorted = [UInt32](repeating: 0, count: lines.count)
        for line in lines {
            sorted[Int(starts[line.bucket])] = line.place
            starts[line.bucket] += 1
        }
        places = sorted
    }

    /// The phones of the word, one row per pronunciation; empty when the dictionary lacks it.
    func phones(of word: String) -> [[Substring]] {
        // Mapped for the moment of a look-up, so that what was read of it does not stay with the process.
        guard let file = MappedFile(path: path) else { return [] }
        let bucket = Int(PronunciationDictionary.hash(word.utf8) % UInt64(Self.bucketCount))
        return places[Int(bucketStarts[bucket])..<Int(bucketStarts[bucket + 1])].compactMap { place in
            let line = PronunciationDictionary.line(in: file, from: Int(place))
            let text = String(decoding: line, as: UTF8.self)
            guard text.hasPrefix(word + " ") || text.hasPrefix(word + "(") else { return nil }
            return Array(text.split { $0.isWhitespace }.dropFirst())
        }
    }
}
