// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct UtteranceSegmenterTests {
    /// Feeds frames whose single sample is the frame's number; in `pattern`, "#" is speech and "." silence.
    private func run(_ segmenter: inout UtteranceSegmenter, _ pattern: String, from start: Int = 0) -> [SegmenterEvent]
    {
        pattern.enumerated().flatMap { offset, mark in
            segmenter.process(
                [Int16(truncatingIfNeeded: start + offset)], isSpeech: mark == "#", firstSample: Int64(start + offset))
        }
    }

    private func samples(_ events: [SegmenterEvent]) -> [Int16] {
        events.flatMap { event -> [Int16] in
            switch event {
            case .speechStarted(let preRoll, _): preRoll
            case .audio(let samples): samples
            case .speechResumed(let gap): gap
            case .speechEnded, .endSettled: []
            }
        }
    }

    private func ends(_ events: [SegmenterEvent]) -> [UtteranceEnd] {
        events.compactMap { if case .speechEnded(let end) = $0 { end } else { nil } }
    }

    private func dots(_ count: Int) -> String { String(repeating: ".", count: count) }
    private func marks(_ count: Int) -> String { String(repeating: "#", count: count) }

    @Test func anUtteranceIncludesPreRollSpeechAndTrailingSilence() {
        var segmenter = UtteranceSegmenter()
        let events = run(&segmenter, dots(60) + marks(20) + dots(40))
        // 500 ms before the onset window (5 frames), which ends with the third speech frame: frames 33…62.
        #expect(events.first == .speechStarted(preRoll: (33...62).map { Int16($0) }, firstSample: 33))
        // 450 ms of silence are 23 frames.
        #expect(samples(events) == (33...102).map { Int16($0) })
        #expect(ends(events) == [.silence])
        #expect(!segmenter.isInUtterance)
    }

    @Test func shortBurstsDoNotStartAnUtterance() {
        var segmenter = UtteranceSegmenter()
        #expect(run(&segmenter, "..##...#...##......#.#....##...").isEmpty)
        #expect(!run(&segmenter, "#.#.#").isEmpty)
    }

    @Test func pausesShorterThanTheEndSilenceAreBridged() {
        var segmenter = UtteranceSegmenter()
        let events = run(&segmenter, marks(10) + dots(22) + marks(5) + dots(22) + "#" + dots(1))
        #expect(ends(events) == [.silence], "one lone speech frame does not restart the silence")
        segmenter = UtteranceSegmenter(configuration: .dictation)
        #expect(ends(run(&segmenter, marks(10) + dots(44) + marks(5) + dots(44))).isEmpty)
        #expect(ends(run(&segmenter, dots(1))) == [.silence])
    }

    @Test func theNextAutomaticUtteranceHasItsOwnPreRoll() {
        var segmenter = UtteranceSegmenter()
        _ = run(&segmenter, marks(10) + dots(23))
        let second = run(&segmenter, ".." + marks(5), from: 100)
        #expect(second.first == .speechStarted(preRoll: [100, 101, 102, 103, 104], firstSample: 100))
    }

    @Test func rememberedSoundIsPreRollButStartsNoUtterance() {
        var segmenter = UtteranceSegmenter()
        segmenter.remember((0..<40).map { [Int16($0)] })
        let events = run(&segmenter, marks(3), from: 40)
        #expect(events == [.speechStarted(preRoll: (13...42).map { Int16($0) }, firstSample: 13)])
        segmenter = UtteranceSegmenter(mode: .openUntilFinished)
        segmenter.remember((0..<40).map { [Int16($0)] })
        #expect(samples(run(&segmenter, ".", from: 40)) == (30...40).map { Int16($0) })
    }

    @Test func anOpenedUtteranceIncludesEveryFrame() {
        var segmenter = UtteranceSegmenter(mode: .openUntilSilence)
        let events = run(&segmenter, dots(10) + marks(10) + dots(23))
        #expect(samples(events) == (0..<43).map { Int16($0) })
        #expect(events.contains(.speechStarted(preRoll: [], firstSample: 12)))
        #expect(ends(events) == [.silence])
        #expect(run(&segmenter, marks(20)).isEmpty, "deaf until opened again")
        segmenter.setMode(.openUntilSilence)
        // The last 200 ms of the 20 frames heard meanwhile come first.
        #expect(samples(run(&segmenter, "..", from: 50)) == (10...19).map { Int16($0) } + [50, 51])
    }

    @Test func anOpenedUtteranceWithoutSpeechTimesOut() {
        var segmenter = UtteranceSegmenter(mode: .openUntilSilence)
        #expect(ends(run(&segmenter, dots(249))).isEmpty)
        #expect(ends(run(&segmenter, dots(1))) == [.noSpeech])
    }

    @Test func aHeldUtteranceEndsOnlyWhenFinished() {
        var segmenter = UtteranceSegmenter(mode: .openUntilFinished)
        #expect(ends(run(&segmenter, marks(10) + dots(400))).isEmpty)
        #expect(segmenter.finish() == .speechEnded(.finished(hadSpeech: true)))
        #expect(segmenter.finish() == nil)
    }

    @Test func changingTheModeKeepsTheCurrentUtterance() {
        var segmenter = UtteranceSegmenter()
        let first = run(&segmenter, marks(10))
        segmenter.setMode(.openUntilFinished)
        let second = run(&segmenter, dots(100), from: 10)
        segmenter.setMode(.automatic)
        let third = run(&segmenter, dots(1), from: 110)
        #expect(samples(first + second + third) == (0...110).map { Int16($0) })
        #expect(ends(first + second + third) == [.silence])
    }

    @Test func returningToAutomaticDropsAnUtteranceWithoutSpeech() {
        var segmenter = UtteranceSegmenter(mode: .openUntilFinished)
        _ = run(&segmenter, dots(10))
        segmenter.setMode(.automatic)
        #expect(!segmenter.isInUtterance)
        #expect(segmenter.finish() == nil)
    }

    @Test func discardingEndsTheUtteranceWithoutEvents() {
        var segmenter = UtteranceSegmenter()
        _ = run(&segmenter, marks(10))
        segmenter.discard()
        #expect(run(&segmenter, dots(30), from: 10).isEmpty)
        #expect(samples(run(&segmenter, marks(3), from: 40)) == (13...42).map { Int16($0) })
    }

    @Test func utterancesEndAtTheMaximumLength() {
        var configuration = UtteranceSegmenter.Configuration()
        configuration.maximumMilliseconds = 1_000
        var segmenter = UtteranceSegmenter(configuration: configuration)
        let events = run(&segmenter, marks(60))
        #expect(ends(events).first == .maximumLength(hadSpeech: true))
        #expect(samples(Array(events.prefix { !ends([$0]).contains(.maximumLength(hadSpeech: true)) })).count == 50)
    }

    private var reopening: UtteranceSegmenter {
        var configuration = UtteranceSegmenter.Configuration()
        configuration.reopenMilliseconds = 300
        return UtteranceSegmenter(configuration: configuration)
    }

    @Test(arguments: [0, 5, 14])
    func speechSoonAfterTheEndContinuesWithoutAGap(pause: Int) {
        var segmenter = reopening
        let first = run(&segmenter, marks(10) + dots(23))
        #expect(ends(first) == [.silence])
        let second = run(&segmenter, dots(pause) + marks(10) + dots(23), from: 33)
        #expect(second.contains { if case .speechResumed = $0 { true } else { false } })
        #expect(ends(second) == [.silence])
        #expect(samples(first + second) == (0..<Int16(33 + pause + 33)).map { $0 }, "every frame once, in order")
        #expect(run(&segmenter, dots(15), from: 200) == [.endSettled])
    }

    @Test func laterSpeechStartsANewUtterance() {
        var segmenter = reopening
        _ = run(&segmenter, marks(10) + dots(23))
        #expect(run(&segmenter, dots(14)).isEmpty)
        #expect(run(&segmenter, dots(1)) == [.endSettled])
        let next = run(&segmenter, marks(3), from: 48)
        // The frames heard while waiting are pre-roll.
        #expect(samples(next).count == 18)
        #expect(next.contains { if case .speechStarted = $0 { true } else { false } })
    }

    @Test func aClickAfterTheEndDoesNotReopenTheUtterance() {
        var segmenter = reopening
        _ = run(&segmenter, marks(10) + dots(23))
        #expect(run(&segmenter, "..##" + dots(20)) == [.endSettled])
        _ = run(&segmenter, marks(10) + dots(23))
        segmenter.discard()
        #expect(run(&segmenter, dots(20)).isEmpty)
    }

    @Test func theMaximumLengthIncludesBothParts() {
        var configuration = UtteranceSegmenter.Configuration()
        configuration.reopenMilliseconds = 300
        configuration.maximumMilliseconds = 1_000
        var segmenter = UtteranceSegmenter(configuration: configuration)
        let events = run(&segmenter, marks(10) + dots(23) + dots(5) + marks(20))
        #expect(ends(events).last == .maximumLength(hadSpeech: true))
    }
}
