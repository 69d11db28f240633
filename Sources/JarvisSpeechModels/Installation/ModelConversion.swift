// SPDX-License-Identifier: GPL-3.0-or-later
// Converts models published for other programs than sherpa-onnx, once, during installation.

import JarvisCore
import JarvisPlatform

/// Converts a model's files to the form that the library expects. Runs on a worker thread, in a staging folder, whose
/// content is then recognized, tried and installed.
public protocol ModelConversion: Sendable {
    /// True if the folder holds a model that this can convert.
    func applies(to folder: String) -> Bool
    /// Writes missing files and removes those no longer needed.
    /// - Throws: `StoreFailure`, or another error whose description says what is wrong with the model.
    func convert(_ folder: String) throws
}

/// Converts the vocabulary of Moonshine's own models, `tokenizer.bin`, to sherpa-onnx's format: each token in Base64, a
/// tab, and its number. The source is a sequence of byte strings, each preceded by its length. A length takes one byte,
/// or two if the highest bit is set; the second one then counts 128 times.
public struct MoonshineVocabularyConversion: ModelConversion {
    /// The reason why a vocabulary is invalid.
    struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    public init() {}

    public func applies(to folder: String) -> Bool {
        Environment.exists(folder + "/tokenizer.bin") && !Environment.exists(folder + "/tokens.txt")
    }

    public func convert(_ folder: String) throws {
        let source = folder + "/tokenizer.bin"
        let tokens = try Self.tokens(WholeFile.bytes(source, limit: 1 << 24))
        let lines = tokens.enumerated().map { Self.base64($1) + "\t\($0)\n" }
        try AtomicFile.write(folder + "/tokens.txt", lines.flatMap { Array($0.utf8) })
        try FolderTree.remove(source)
    }

    static func tokens(_ bytes: [UInt8]) throws(Damage) -> [ArraySlice<UInt8>] {
        var (rest, tokens) = (bytes[...], [ArraySlice<UInt8>]())
        while let first = rest.popFirst() {
            var length = Int(first & 0x7F)
            if first >= 0x80 {
                guard let second = rest.popFirst() else { throw Damage(description: "tokenizer.bin is cut short") }
                length += Int(second) << 7
            }
            guard length <= rest.count else { throw Damage(description: "tokenizer.bin is cut short") }
            tokens.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        guard !tokens.isEmpty else { throw Damage(description: "tokenizer.bin is empty") }
        return tokens
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func base64(_ bytes: ArraySlice<UInt8>) -> String {
        var (rest, text) = (bytes, [UInt8]())
        while !rest.isEmpty {
            let group = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            let bits = (0..<3).reduce(0) { $0 << 8 | Int($1 < group.count ? group[$1] : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
