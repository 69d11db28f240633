// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for one phrase in several pronunciations, with PocketSphinx's keyphrase search. Not thread-safe: used on one
// worker thread. Set as loosely as possible, so that every match is reported with its score.

import JarvisCore
import JarvisPlatform

final class KeyphraseSearch {
    /// The number of phones in each pronunciation; a short one must not be spoken faster than the likeliest one.
    let phoneCounts: [Int]
    private let decoder: Decoder
    /// Samples passed to the decoder before the current utterance.
    private var samplesBefore = 0
    private(set) var samplesInUtterance = 0
    private(set) var isRunning = false

    /// - Throws: `RecognitionFailure`.
    init(ways: [[String]], model: PocketSphinxModel) throws {
        try model.check(forDictation: false)
        phoneCounts = ways.map { max($0.count, ways.first?.count ?? 0) }
        let words = try MemoryFile(
            ways.enumerated().map { "wake\($0.offset) \($0.element.joined(separator: " "))\n" }.joined())
        let phrases = try MemoryFile(
            ways.indices.map { "wake\($0) /1e\(Int(WakeScore.loosestDecades))/\n" }.joined())
        decoder = try Decoder(
            acousticModel: model.acousticModel, dictionary: words.path, arguments: ["-kws", phrases.path])
    }

    func start() throws {
        try decoder.start()
        samplesBefore += samplesInUtterance
        samplesInUtterance = 0
        isRunning = true
    }

    func process(_ samples: [Int16]) {
        decoder.process(samples)
        samplesInUtterance += samples.count
    }

    func end() {
        guard isRunning else { return }
        decoder.end()
        isRunning = false
    }

    /// All matches in the current or just completed utterance.
    func matches() -> [KeyphraseMatch] {
        decoder.keyphrases().compactMap { found in
            guard let number = Int(found.word.filter(\.isNumber)) else { return nil }
            return KeyphraseMatch(
                pronunciation: number, firstFrame: found.frames.lowerBound, lastFrame: found.frames.upperBound,
                decades: (Double(found.score) + Self.keyphraseOffset) / Self.unitsPerDecade)
        }
    }

    /// The library subtracts this from every keyphrase's score. Its logarithms have base 1.0001 and are shifted right
    /// by ten bits.
    private static let keyphraseOffset = 1500.0
    private static let unitsPerDecade = 22.4877

    /// The number of samples from the start of the utterance to the start of this frame.
    func offset(ofFrame frame: Int) -> Int64 { Int64(frame * 160 - samplesBefore) }
}
