// SPDX-License-Identifier: GPL-3.0-or-later
// Wake-word training: determines from a few recordings which pronunciations fit a speaker, and how far to lower the
// threshold for this voice. Works on its own thread.

public import JarvisCore
import JarvisSpokenText
import JarvisPlatform

/// Learns how the user says the wake phrase.
public struct WakeCalibrator: Sendable {
    /// The number of recordings of the phrase that calibration needs.
    public static let recordingCount = 3

    /// The most pronunciations to keep: each is another chance of waking by mistake.
    private static let kept = 5
    /// The least gain that justifies a further pronunciation, in decades over all recordings.
    private static let worthwhileGain = 6.0
    /// A recording that scores below this contains something other than the phrase.
    private static let leastScore = -45.0
    /// How far the weakest recording should lie above the threshold at the middle of the slider, in decades.
    private static let margin = 8.0
    /// The most by which the threshold is lowered, in decades: half of the slider's range.
    private static let largestOffset = -16.0

    /// Texts further than this from the phrase, by sound, don't count as the user's pronunciation of it.
    private static let furthestHearing = 0.75
    /// Texts nearer than this need not be remembered, since they are recognized anyway.
    private static let nearestHearing = 0.2

    private let model: PocketSphinxModel
    private let transcriber: (any WakeTranscriber)?
    private let worker = WorkerThread(name: "wake-calibrate")

    /// - Parameter transcriber: The spotter's transcriber; with nil only the search is used.
    public init(model: PocketSphinxModel, transcriber: (any WakeTranscriber)? = nil) {
        self.model = model
        self.transcriber = transcriber
    }

    /// Learns from recordings that contain only the phrase, each with at least 0.3 s of sound before it.
    /// - Parameter recordings: 16 kHz mono, `recordingCount` or more.
    /// - Throws: `WakeCalibrationFailure`.
    public func calibrate(phrase: String, recordings: [[Int16]]) async throws -> WakeCalibration {
        guard recordings.count >= Self.recordingCount else {
            throw WakeCalibrationFailure.tooFewRecordings(needed: Self.recordingCount)
        }
        let (model, transcriber) = (model, transcriber)
        return try await worker.run {
            do {
                var calibration = try Self.learn(phrase, recordings, model)
                if let transcriber { calibration.hearings = try Self.hearings(phrase, recordings, model, transcriber) }
                return calibration
            } catch let failure as RecognitionFailure {
                throw WakeCalibrationFailure.engine(failure)
            }
        }
    }

    private static func learn(
        _ phrase: String, _ recordings: [[Int16]], _ model: PocketSphinxModel
    ) throws -> WakeCalibration {
        let known = try WakePronunciations(phrase: phrase, model: model).ways
        let loop = try PhoneLoop(model: model)
        let length = known.first?.count ?? 0
        var ways = known
        // The recording that each pronunciation comes from, nil for known ones: it always fits there, which proves
        // nothing.
        var origins: [Int?] = known.map { _ in nil }
        for (number, samples) in recordings.enumerated() {
            let heard = try loop.phones(of: samples)
            for way in trims(heard, to: length) where !ways.contains(way) {
                ways.append(way)
                origins.append(number)
            }
        }
        let table = try scores(of: ways, recordings, model)
        let chosen = choose(table, origins: origins)
        let best = recordings.indices.map { recording in chosen.map { table[$0][recording] }.max() ?? -.infinity }
        if let missing = best.firstIndex(where: { $0 < leastScore }) {
            throw WakeCalibrationFailure.phraseNotHeard(recording: missing)
        }
        let worst = best.min() ?? 0
        let offset = min(0, max(largestOffset, worst - margin - WakeScore.threshold(percent: 50)))
        return WakeCalibration(
            phrase: phrase, pronunciations: chosen.map { ways[$0] }, thresholdOffset: offset, scores: best)
    }

    /// The transcriber's texts for this speaker's phrase that differ from it but resemble it.
    private static func hearings(
        _ phrase: String, _ recordings: [[Int16]], _ model: PocketSphinxModel, _ transcriber: any WakeTranscriber
    ) throws -> [String] {
        let distance = WakePhraseDistance(
            phrase: phrase, ways: try WakePronunciations.listed(phrase, model: model), model: model)
        var texts: [String] = []
        for samples in recordings {
            let text = try transcriber.text(of: samples)
            guard let far = distance.nearness(of: text)?.distance, (nearestHearing...furthestHearing).contains(far)
            else {
                continue
            }
            let plain = SpokenWords.words(of: text).joined(separator: " ")
            if !texts.contains(plain) { texts.append(plain) }
        }
        return texts
    }

    /// All runs of the phrase's length, because breath and noise at either end produce phones, too.
    private static func trims(_ phones: [String], to length: Int) -> [[String]] {
        guard phones.count >= 3, length > 0 else { return [] }
        guard phones.count > length else { return [phones] }
        return (0...(phones.count - length)).map { Array(phones[$0..<($0 + length)]) }
    }

    /// The score of each pronunciation in each recording; `WakeScore.loosestDecades` − 40 if it was not found.
    private static func scores(
        of ways: [[String]], _ recordings: [[Int16]], _ model: PocketSphinxModel
    ) throws -> [[Double]] {
        let search = try KeyphraseSearch(ways: ways, model: model)
        var table = ways.map { _ in recordings.map { _ in WakeScore.loosestDecades - 40 } }
        // Only the second round counts: the first one adapts the decoder to the channel.
        for _ in 0..<2 {
            for (number, samples) in recordings.enumerated() {
                try search.start()
                search.process(samples)
                search.end()
                var best = ways.map { _ in WakeScore.loosestDecades - 40 }
                for match in search.matches() {
                    let phones = search.phoneCounts[match.pronunciation]
                    let score = WakeScore.score(match, phoneCount: phones, leadFrames: 0)
                    best[match.pronunciation] = max(best[match.pronunciation], score)
                }
                for way in ways.indices { table[way][number] = best[way] }
            }
        }
        return table
    }

    /// The pronunciations that together explain the recordings best, best first. One that comes from a recording counts
    /// only in the other recordings.
    static func choose(_ table: [[Double]], origins: [Int?]) -> [Int] {
        guard let count = table.first?.count else { return [] }
        var covered = [Double](repeating: -100, count: count)
        var chosen: [Int] = []
        while chosen.count < kept {
            let gains = table.indices.map { way in
                (0..<count).reduce(0.0) { sum, recording in
                    origins[way] == recording ? sum : sum + max(0, table[way][recording] - covered[recording])
                }
            }
            guard let next = gains.indices.filter({ !chosen.contains($0) }).max(by: { gains[$0] < gains[$1] }),
                gains[next] >= worthwhileGain || chosen.isEmpty
            else { break }
            chosen.append(next)
            for recording in 0..<count { covered[recording] = max(covered[recording], table[next][recording]) }
        }
        return chosen
    }
}
