// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes speech phone by phone without a vocabulary, to find out how a speaker really pronounces a phrase.

import JarvisCore
import JarvisPlatform

/// A decoder with a loop of all phones; used on one thread.
final class PhoneLoop {
    private let decoder: Decoder

    /// - Throws: `RecognitionFailure`.
    init(model: PocketSphinxModel) throws {
        try model.check(forDictation: false)
        let names = GrammarSearch.phones.split(separator: " ")
        let words = try MemoryFile(names.map { "\($0.lowercased()) \($0)\n" }.joined())
        decoder = try Decoder(
            acousticModel: model.acousticModel, dictionary: words.path, arguments: ["-bestpath", "no"])
        let choice = names.map { $0.lowercased() }.joined(separator: " | ")
        try decoder.add(grammar: "#JSGF V1.0;\ngrammar loop;\npublic <phones> = (\(choice))+;\n", name: "loop")
    }

    /// The likeliest phones of the samples (16 kHz mono), without silence.
    func phones(of samples: [Int16]) throws -> [String] {
        try decoder.start(search: "loop")
        decoder.process(samples)
        decoder.end()
        return decoder.hypothesis().map { Decoder.plainWords($0.text).map { $0.uppercased() } } ?? []
    }
}
