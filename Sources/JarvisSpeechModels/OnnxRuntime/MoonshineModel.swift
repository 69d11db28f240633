// SPDX-License-Identifier: GPL-3.0-or-later
// Runs Moonshine's two networks (https://github.com/usefulsensors/moonshine, MIT): an encoder for the whole sound, and
// a decoder that scores each next piece of text. Transcribes, and computes how likely other texts are.

import Glibc
public import JarvisCore
import JarvisPlatform

/// A loaded model, for use by one thread at a time.
public final class MoonshineModel {
    /// The paths of the model's parts.
    public struct Files: Sendable {
        public var encoder: String
        public var decoder: String
        /// A file with a line for each piece: the piece in Base64, and its number.
        public var vocabulary: String

        public init(encoder: String, decoder: String, vocabulary: String) {
            self.encoder = encoder
            self.decoder = decoder
            self.vocabulary = vocabulary
        }
    }

    /// Sound that the encoder has processed.
    public struct Hearing {
        let states: OnnxTensor
        let seconds: Double
    }

    /// A text with its log probability.
    public struct Writing: Hashable, Sendable {
        public var text: String
        public var logProbability: Double
        let pieces: [Int]
    }

    private static let sampleRate = 16_000.0
    /// The most pieces of text per second of sound, to stop text that doesn't end by itself: speech has fewer.
    private static let mostPiecesPerSecond = 6.5
    /// The possible ends of a text: a punctuation mark or nothing.
    private static let endings = ["", ".", "?", "!", ","]
    private static let states = "encoder_hidden_states"
    private static let mask = "attention_mask"

    private let encoder: OnnxNetwork
    private let decoder: OnnxNetwork
    private let vocabulary: MoonshineVocabulary
    private let endings: [Int]
    /// The names and shapes of the decoder's memory of earlier pieces.
    private let memories: [OnnxNetwork.Input]
    private let folder: String

    /// Loads the model, which takes about half a second.
    /// - Parameter libraryFolder: The folder that contains ONNX Runtime.
    public init(_ files: Files, libraryFolder: String) throws(SpeechModelFailure) {
        folder = Folder.parent(of: files.encoder)
        guard let list = MappedFile(path: files.vocabulary), let vocabulary = MoonshineVocabulary(list: list.bytes)
        else {
            throw .modelUnusable(folder: folder)
        }
        do {
            encoder = try OnnxNetwork(model: files.encoder, libraryFolder: libraryFolder)
            decoder = try OnnxNetwork(model: files.decoder, libraryFolder: libraryFolder)
        } catch {
            throw .modelNotLoaded(folder: folder, reason: error.reason)
        }
        self.vocabulary = vocabulary
        endings = [MoonshineVocabulary.end] + Self.endings.dropFirst().compactMap { vocabulary.mark($0) }
        memories = decoder.inputs.filter { $0.name.hasPrefix("past_key_values.") }
        let names = Set(decoder.inputs.map(\.name))
        guard names.contains(Self.states), names.contains("input_ids"), !memories.isEmpty,
            memories.allSatisfy({ $0.dimensions.count == 4 })
        else { throw .modelUnusable(folder: folder) }
        ProcessMemory.trim()
    }

    /// Encodes samples: 16 kHz mono, at least a tenth of a second.
    public func hear(_ samples: [Int16]) throws(SpeechModelFailure) -> Hearing {
        do {
            let sound = samples.map { Float($0) / 32_768 }
            var inputs: [Named] = [("input_values", try OnnxTensor(sound, [1, sound.count], of: encoder))]
            if encoder.inputs.contains(where: { $0.name == Self.mask }) {
                inputs.append((Self.mask, try ones([1, sound.count], of: encoder)))
            }
            let outputs = try encoder.run(inputs, outputs: ["last_hidden_state"])
            return Hearing(states: outputs[0], seconds: Double(samples.count) / Self.sampleRate)
        } catch {
            throw .modelFailed(folder: folder, reason: error.reason)
        }
    }

    /// Encodes the absence of sound, for which texts are as likely as they are common in the language.
    public func nothing(like hearing: Hearing) throws(SpeechModelFailure) -> Hearing {
        do {
            let width = try hearing.states.withFloats { _, shape in shape.last ?? 0 }
            let states = try OnnxTensor([Float](repeating: 0, count: width), [1, 1, width], of: encoder)
            return Hearing(states: states, seconds: hearing.seconds)
        } catch {
            throw .modelFailed(folder: folder, reason: error.reason)
        }
    }

    /// Writes the most likely text, piece by piece.
    /// - Parameter earlier: The text for less of the same sound. All of its pieces are checked at once, which takes a
    ///   fraction of the time, and kept as long as each is still the most likely. The networks round relative to the
    ///   largest number computed together, so of two nearly equally likely pieces, either may be chosen.
    public func write(_ hearing: Hearing, after earlier: Writing? = nil) throws(SpeechModelFailure) -> Writing {
        do {
            let most = Int(hearing.seconds * Self.mostPiecesPerSecond)
            let expected = earlier?.pieces.prefix(max(most - 1, 0)) ?? []
            var pieces: [Int] = []
            var probability = 0.0
            var memory = try emptyMemory(batch: 1)
            var latest = [MoonshineVocabulary.start] + expected
            while pieces.count < most {
                let outputs = try decoder.run(
                    inputs(latest.map(Int64.init), [1, latest.count], hearing.states, memory, goesOn: !pieces.isEmpty),
                    outputs: ["logits"] + memories.map { $0.name.replacingPast })
                let isFirst = pieces.isEmpty
                try withScores(outputs[0], rows: latest.count) { scores, width in
                    for place in latest.indices {
                        let row = UnsafeBufferPointer(rebasing: scores[(place * width)..<((place + 1) * width)])
                        let best = LogProbabilities.best(row)
                        probability += Double(row[best] - LogProbabilities.normalizer(row))
                        pieces.append(best)
                        // Later scores follow from the piece that the earlier text had here, so they don't apply if
                        // another one is best.
                        guard place + 1 < latest.count, best == latest[place + 1] else { break }
                    }
                }
                if pieces.last == MoonshineVocabulary.end { break }
                memory = try next(memory, outputs, isFirst: isFirst, keeping: pieces.count)
                latest = pieces.suffix(1)
            }
            pieces.removeAll { $0 == MoonshineVocabulary.end }
            return Writing(text: vocabulary.text(of: pieces), logProbability: probability, pieces: pieces)
        } catch {
            throw .modelFailed(folder: folder, reason: error.reason)
        }
    }

    /// The log probability of each text, with any of the punctuation marks that may end it.
    /// - Parameter goingOn: True if the texts may continue.
    public func logProbabilities(
        of texts: [String], in hearing: Hearing, goingOn: Bool = false
    ) throws(SpeechModelFailure) -> [Double] {
        let all = texts.map { vocabulary.pieces(of: $0) }
        guard let longest = all.map(\.count).max() else { return [] }
        let width = longest + 1
        do {
            let batch = all.count
            let numbers = all.flatMap { pieces in
                [MoonshineVocabulary.start] + pieces
                    + Array(repeating: MoonshineVocabulary.end, count: longest - pieces.count)
            }
            let states = try repeated(hearing.states, batch)
            let outputs = try decoder.run(
                inputs(
                    numbers.map(Int64.init), [batch, width], states, emptyMemory(batch: batch),
                    goesOn: false), outputs: ["logits"])
            return try withScores(outputs[0], rows: batch * width) { scores, count in
                all.enumerated().map { index, pieces in
                    (0...pieces.count).reduce(0.0) { sum, place in
                        let start = (index * width + place) * count
                        let row = UnsafeBufferPointer(rebasing: scores[start..<(start + count)])
                        let normalizer = LogProbabilities.normalizer(row)
                        guard place == pieces.count else { return sum + Double(row[pieces[place]] - normalizer) }
                        guard !goingOn else { return sum }
                        let ends = endings.reduce(0.0) { $0 + exp(Double(row[$1] - normalizer)) }
                        return sum + log(max(ends, .leastNormalMagnitude))
                    }
                }
            }
        } catch {
            throw .modelFailed(folder: folder, reason: error.reason)
        }
    }

    /// The log probability of each word to come next after the beginning of a text. Words of several pieces are judged
    /// by their first one.
    public func logProbabilities(
        ofNext words: [String], after beginning: String, in hearing: Hearing
    ) throws(SpeechModelFailure) -> [Double] {
        let pieces = [MoonshineVocabulary.start] + vocabulary.pieces(of: beginning)
        do {
            let outputs = try decoder.run(
                inputs(
                    pieces.map(Int64.init), [1, pieces.count], hearing.states, emptyMemory(batch: 1), goesOn: false),
                outputs: ["logits"])
            return try withScores(outputs[0], rows: pieces.count) { scores, count in
                let row = UnsafeBufferPointer(rebasing: scores[((pieces.count - 1) * count)..<(pieces.count * count)])
                let normalizer = LogProbabilities.normalizer(row)
                return words.map { word in
                    vocabulary.pieces(of: word).first.map { Double(row[$0] - normalizer) } ?? -.infinity
                }
            }
        } catch {
            throw .modelFailed(folder: folder, reason: error.reason)
        }
    }

    /// Calls `body` with the decoder's scores for all pieces at the requested positions, and the number of pieces.
    /// - Parameter rows: The number of positions requested; another network may return fewer.
    private func withScores<Result>(
        _ output: OnnxTensor, rows: Int, _ body: (UnsafeBufferPointer<Float>, Int) -> Result
    ) throws(OnnxFailure) -> Result {
        let known = vocabulary.pieces.count
        let result = try output.withFloats { scores, shape -> Result? in
            shape.count == 3 && shape[0] * shape[1] == rows && shape[2] >= known ? body(scores, shape[2]) : nil
        }
        guard let result else {
            throw OnnxFailure(
                reason: "the decoder returned too little, or doesn't match tokens.txt")
        }
        return result
    }

    // MARK: The decoder's inputs

    private typealias Named = (name: String, tensor: OnnxTensor)

    private func inputs(
        _ pieces: [Int64], _ shape: [Int], _ states: OnnxTensor, _ memory: [Named], goesOn: Bool
    ) throws(OnnxFailure) -> [Named] {
        var inputs: [Named] = [
            ("input_ids", try OnnxTensor(pieces, shape, of: decoder)), (Self.states, states),
            ("use_cache_branch", try OnnxTensor(goesOn, of: decoder)),
        ]
        if decoder.inputs.contains(where: { $0.name == "encoder_attention_mask" }) {
            // A single value is enough, since the network broadcasts it to all states. (Otherwise it expects one in 384
            // samples.)
            inputs.append(("encoder_attention_mask", try ones([shape[0], 1], of: decoder)))
        }
        return inputs + memory
    }

    private func ones(_ shape: [Int], of network: OnnxNetwork) throws(OnnxFailure) -> OnnxTensor {
        try OnnxTensor([Int64](repeating: 1, count: shape.reduce(1, *)), shape, of: network)
    }

    private func emptyMemory(batch: Int) throws(OnnxFailure) -> [Named] {
        var memory: [Named] = []
        for input in memories {
            let shape = [batch, input.dimensions[1], 0, input.dimensions[3]]
            memory.append((input.name, try OnnxTensor([Float](), shape, of: decoder)))
        }
        return memory
    }

    /// The memory after these pieces. Its part for the sound comes only from the first run, since later runs don't
    /// compute it.
    /// - Parameter count: The number of pieces to keep, including the start; the first run may have had more.
    private func next(
        _ memory: [Named], _ outputs: [OnnxTensor], isFirst: Bool, keeping count: Int
    ) throws(OnnxFailure) -> [Named] {
        var kept: [Named] = []
        for (old, new) in zip(memory, outputs.dropFirst()) {
            if old.name.contains(".encoder.") {
                kept.append(isFirst ? (old.name, new) : old)
            } else {
                kept.append((old.name, isFirst ? try first(count, of: new) : new))
            }
        }
        return kept
    }

    /// The first `count` rows of each head; the shape is (1, heads, rows, numbers).
    private func first(_ count: Int, of memory: OnnxTensor) throws(OnnxFailure) -> OnnxTensor {
        let (numbers, shape) = try memory.withFloats { numbers, shape -> ([Float], [Int]) in
            guard shape.count == 4, shape[2] > count else { return ([], shape) }
            let (all, kept) = (shape[2] * shape[3], count * shape[3])
            return ((0..<(shape[0] * shape[1])).flatMap { numbers[($0 * all)..<($0 * all + kept)] }, shape)
        }
        guard !numbers.isEmpty else { return memory }
        return try OnnxTensor(numbers, [shape[0], shape[1], count, shape[3]], of: decoder)
    }

    /// The encoder's states, repeated for each text.
    private func repeated(_ states: OnnxTensor, _ count: Int) throws(OnnxFailure) -> OnnxTensor {
        guard count > 1 else { return states }
        let (numbers, shape) = try states.withFloats { numbers, shape in
            (Array(repeatElement(numbers, count: count).joined()), [count] + shape.dropFirst())
        }
        return try OnnxTensor(numbers, shape, of: decoder)
    }
}

extension MoonshineVocabulary {
    /// The number of the piece that consists of only this mark, as it appears after a word; nil if there is none.
    fileprivate func mark(_ mark: String) -> Int? {
        let bytes = Array(mark.utf8)
        return pieces.indices.first { $0 > 258 && pieces[$0] == bytes }
    }
}

extension String {
    /// The name of the output whose value is this input of the next step.
    fileprivate var replacingPast: String { "present" + dropFirst("past_key_values".count) }
}
