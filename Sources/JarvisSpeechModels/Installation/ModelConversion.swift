// SPDX-License-Identifier: GPL-3.0-or-later
// Models whose makers publish them for another program than sherpa-onnx are changed once, when they are installed.

import JarvisCore
import JarvisPlatform

/// Changes the files of a model into those that the library takes. Runs on a worker thread, on a staged folder: what it
/// leaves there is recognized, tried and put into its place afterwards.
public protocol ModelConversion: Sendable {
    /// True when the folder holds a model that this is for.
    func applies(to folder: String) -> Bool
    /// Writes what is missing and removes what is not needed any more.
    /// - Throws: `StoreFailure`, or another error whose words say what is wrong with the model.
    func convert(_ folder: String) throws
}

/// The vocabulary of Moonshine's own models, `tokenizer.bin`, as sherpa-onnx reads it: the token in Base64, a tab, its
/// number. It is a row of byte strings, each after its length: one byte, or with the highest bit set two, of which the
/// second counts 128 times.
public struct MoonshineVocabularyConversion: ModelConversion {
    /// What is wrong with a vocabulary.
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
