// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisSpokenText
import Testing

@testable import JarvisSynthesis

/// A phrase played while it is being synthesized sounds like the same phrase played whole.
struct GrowingSoundTests {
    private static let rate = 22_050
    /// Silence, a tone that swells, and silence.
    private static let sound: [Float] = {
        let tone = (0..<rate).map { Float($0) / Float(rate) * 0.5 * sinf(Float($0) / 20) }
        return [Float](repeating: 0, count: 4_000) + tone + [Float](repeating: 0, count: 5_000)
    }()
    private static let ending = SpokenPhrase.Ending.stop

    /// The samples of the clause, and the number of pieces.
    private func clause(
        cutAt cuts: [Int], ending: SpokenPhrase.Ending = Self.ending
    ) -> (samples: [Int16], pieces: Int) {
        var assembly = ClauseAssembly(
            SpeakableText("Hello.", language: "en-us"), sampleRateHertz: Self.rate, volume: 1, speed: 1)
        var sound = GrowingSound(sampleRateHertz: Self.rate)
        var pieces: [SynthesizedAudio] = []
        var start = 0
        for end in cuts + [Self.sound.count] {
            sound.add(Array(Self.sound[start..<end]))
            if end < Self.sound.count, let new = sound.takeNew() { pieces.append(assembly.add(begun: new)) }
            start = end
        }
        pieces.append(assembly.add(PhraseSound(sound, reading: PhraseReading(phonemes: []), stretch: 1), ending))
        return (pieces.flatMap(\.samples), pieces.count)
    }

    @Test(arguments: [[8_000], [6_000, 15_000], [2_000, 9_000, 20_000]])
    func piecesAddUpToTheWhole(cuts: [Int]) {
        let (whole, parts) = (clause(cutAt: []), clause(cutAt: cuts))
        #expect(whole.pieces == 1 && parts.pieces > 1)
        // The start is estimated from the loudness so far, to within a block of 5 ms.
        let lead = parts.samples.count - whole.samples.count
        #expect((0...220).contains(lead), "\(lead)")
        let shift = max(lead, 0)
        // Pieces begin slightly earlier and fade in.
        let differences = zip(parts.samples.dropFirst(shift), whole.samples).map { abs(Int($0) - Int($1)) }
        #expect(differences.dropFirst(Self.rate / 250).allSatisfy { $0 <= 1 })
    }

    @Test func leadingSilenceIsSkipped() {
        var sound = GrowingSound(sampleRateHertz: Self.rate)
        sound.add([Float](repeating: 0, count: 3_000))
        #expect(sound.takeNew() == nil)
        sound.add((0..<3_000).map { 0.3 * sinf(Float($0) / 20) })
        #expect((sound.takeNew()?.count ?? 0) > 2_900)
        #expect(sound.takeNew() == nil, "nothing is given twice")
    }

    /// A piece may end within the quiet after the phrase without adding a pause.
    @Test(arguments: [SpokenPhrase.Ending.none, .comma, .stop])
    func trailingSilenceIsHeldBack(ending: SpokenPhrase.Ending) {
        for end in [4_000 + Self.rate + 1_000, Self.sound.count - 1] {
            let early = clause(cutAt: [8_000, end], ending: ending)
            #expect(early.samples.count - clause(cutAt: [], ending: ending).samples.count <= 220)
        }
    }

    @Test func silenceAloneYieldsNoSamples() {
        var assembly = ClauseAssembly(
            SpeakableText("…", language: "en-us"), sampleRateHertz: Self.rate, volume: 1, speed: 1)
        var sound = GrowingSound(sampleRateHertz: Self.rate)
        sound.add([Float](repeating: 0, count: 3_000))
        let piece = assembly.add(PhraseSound(sound, reading: PhraseReading(phonemes: []), stretch: 1), Self.ending)
        #expect(piece.samples.isEmpty)
    }
}
