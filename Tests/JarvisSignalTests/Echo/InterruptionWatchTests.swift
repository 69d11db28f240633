// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct InterruptionWatchTests {
    private typealias Evidence = InterruptionWatch.Evidence

    private static let quiet = Evidence(isNear: false, isSpeech: false, isVoiced: false, levelDBFS: -70)
    private static let vowel = Evidence(isNear: true, isSpeech: true, isVoiced: true, levelDBFS: -20)
    private static let consonant = Evidence(isNear: true, isSpeech: true, isVoiced: false, levelDBFS: -30)
    private static let bang = Evidence(isNear: true, isSpeech: true, isVoiced: false, levelDBFS: -8)

    /// The verdicts, each with its frame.
    private func verdicts(_ evidence: [Evidence]) -> [(Int, InterruptionWatch.Verdict)] {
        var watch = InterruptionWatch()
        return evidence.enumerated().compactMap { frame, evidence in watch.process(evidence).map { (frame, $0) } }
    }

    private func run(_ evidence: Evidence, _ frames: Int) -> [Evidence] {
        Array(repeating: evidence, count: frames)
    }

    @Test func speechIsSuspectedWithin40MillisecondsAndConfirmedSoon() {
        let found = verdicts(run(Self.quiet, 20) + run(Self.consonant, 4) + run(Self.vowel, 20))
        #expect(found.map(\.1).prefix(2) == [.suspected, .confirmed])
        #expect(found.first?.0 == 21)
        #expect(found.dropFirst().first.map { 25...29 ~= $0.0 } == true)
    }

    @Test func speechFromTheFirstFrameIsNotConfirmedTooSoon() {
        let found = verdicts(run(Self.vowel, 20))
        #expect(found.first { $0.1 == .confirmed }.map { $0.0 + 1 >= 6 } == true)
    }

    @Test func aClickIsSuspectedAndDismissedWithinTwoSeconds() {
        let found = verdicts(run(Self.quiet, 5) + run(Self.bang, 2) + run(Self.quiet, 60))
        #expect(found.map(\.1) == [.suspected, .dismissed])
        #expect(found.last.map { $0.0 - 5 < 100 } == true)
    }

    @Test func aVoicedSoundOf100MillisecondsIsNotSpeech() {
        #expect(
            verdicts(run(Self.quiet, 5) + run(Self.vowel, 5) + run(Self.quiet, 60)).map(\.1) == [
                .suspected, .dismissed,
            ])
    }

    @Test func aDisplacedEchoDismissesTheSuspicion() {
        var moved = Self.vowel
        moved.isEchoMoved = true
        let found = verdicts(
            run(Self.quiet, 5) + run(Self.vowel, 5) + [moved] + run(Self.vowel, 4) + run(Self.quiet, 60))
        #expect(found.map(\.1) == [.suspected, .dismissed, .suspected, .dismissed])
        #expect(found.dropFirst().first?.0 == 10)
    }

    @Test func aSingleFrameIsIgnored() {
        #expect(verdicts(run(Self.quiet, 5) + [Self.bang] + run(Self.quiet, 20)).isEmpty)
    }

    @Test func aCoughWithAVoicedEndIsDismissed() {
        let tail = Evidence(isNear: true, isSpeech: true, isVoiced: true, levelDBFS: -22)
        let found = verdicts(run(Self.bang, 4) + run(Self.consonant, 8) + run(tail, 6) + run(Self.quiet, 30))
        #expect(found.map(\.1) == [.suspected, .dismissed])
    }

    @Test func continuousUnvoicedNoiseIsDismissed() {
        let found = verdicts(run(Self.consonant, 200)).map(\.1)
        #expect(!found.contains(.confirmed) && found.contains(.dismissed))
    }

    @Test func softSoundDuringAReplyIsReportedOnlyIfItLasts() {
        var soft = Self.vowel
        soft.nearShare = 0.05
        #expect(verdicts(run(Self.quiet, 5) + run(soft, 3) + run(Self.quiet, 60)).isEmpty)
        let found = verdicts(run(Self.quiet, 5) + run(soft, 20))
        #expect(found.map(\.1) == [.suspected, .confirmed])
        #expect(found.first?.0 == 9)
    }

    @Test func aLoudMomentBeforeSoftSoundIsReportedAtOnce() {
        var soft = Self.consonant
        soft.nearShare = 0.05
        let found = verdicts(run(Self.quiet, 5) + [Self.bang, soft] + run(Self.quiet, 60))
        #expect(found.map(\.1) == [.suspected, .dismissed])
        #expect(found.first?.0 == 6)
    }

    @Test func aResetDropsTheSuspicion() {
        var watch = InterruptionWatch()
        for evidence in run(Self.bang, 3) { _ = watch.process(evidence) }
        #expect(watch.isSuspicious)
        watch.reset()
        #expect(!watch.isSuspicious)
        #expect(run(Self.quiet, 100).allSatisfy { watch.process($0) == nil })
    }
}
