// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the pronunciations of only the words that a grammar needs. Loading the whole dictionary of 134,000 words would
// cost each decoder 22 MB and 0.1 s; the lines for a few hundred words cost next to nothing.

import Glibc
import JarvisCore
import JarvisPlatform

/// Lines of a CMU-style dictionary: a word, optionally with "(2)", and its ARPAbet phones.
struct PronunciationDictionary {
    /// The lines in the order of the file, alternatives after the first pronunciation.
    private(set) var lines: [String] = []
    /// The words that have a line.
    private(set) var words: Set<String> = []

    /// Adds the lines for these words from a file; words that the file lacks are left out.
    /// - Throws: `RecognitionFailure.modelMissing` with the path; `engineFailed` for a file that exists but cannot be
    ///   mapped, for example because memory is short.
    mutating func add(_ wanted: Set<String>, from path: String) throws {
        let missing = wanted.subtracting(words)
        guard !missing.isEmpty else { return }
        var wordOfHash: [UInt64: String] = [:]
        for word in missing { wordOfHash[Self.hash(word.utf8)] = word }
        guard let file = MappedFile(path: path) else {
            let reason = StoreFailure.systemText(of: errno)
            var status = FileStatus()
            let isThere = FileSystem().statusOfPath(path, &status) >= 0 && status.size > 0
            throw isThere ? RecognitionFailure.engineFailed(reason: "\(path): \(reason)") : .modelMissing(path: path)
        }
        var start = 0
        while start < file.bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: file.bytes[start...])
            let length = Self.offset(of: UInt8(ascii: "\n"), in: rest) ?? rest.count
            let line = UnsafeRawBufferPointer(rebasing: rest[..<length])
            if let word = Self.wanted(line, wordOfHash) {
                lines.append(String(decoding: line, as: UTF8.self))
                words.insert(word)
            }
            start += length + 1
        }
    }

    /// Adds a pronunciation, as an alternative if the word already has one.
    mutating func add(_ word: String, phones: [String]) {
        let known = lines.count { $0.hasPrefix(word + " ") || $0.hasPrefix(word + "(") }
        let label = known == 0 ? word : "\(word)(\(known + 1))"
        lines.append(([label] + phones).joined(separator: " "))
        words.insert(word)
    }

    private static func offset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The word of a line; nil if it isn't wanted.
    private static func wanted(_ line: UnsafeRawBufferPointer, _ wordOfHash: [UInt64: String]) -> String? {
        var hash: UInt64 = seed
        for byte in line {
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "(") { break }
            hash = (hash ^ UInt64(byte)) &* prime
        }
        guard let word = wordOfHash[hash] else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        return text.hasPrefix(word + " ") || text.hasPrefix(word + "(") ? word : nil
    }

    // The start value of the 64-bit FNV-1a hash, and its factor in `prime`.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(seed) { ($0 ^ UInt64($1)) &* prime }
    }
}
