// SPDX-License-Identifier: GPL-3.0-or-later
// Frame rates, quality reduction under load, and frame statistics.

import JarvisConversation
import JarvisCore
import JarvisVisuals
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

@Suite(.serialized)
struct PacingTests {
    private static let active: [ConversationPhase] = [
        .recording, .held, .transcribing, .thinking, .speaking,
    ]

    private func rate(_ phase: ConversationPhase, _ change: (inout FrameDemand) -> Void = { _ in }) -> FrameRate {
        var demand = FrameDemand()
        demand.phase = phase
        demand.isVisible = true
        change(&demand)
        return demand.rate
    }

    private func framesPerSecond(_ rate: FrameRate) -> Double {
        switch rate {
        case .full: 60
        case .every(let milliseconds): 1000 / Double(milliseconds)
        case .none: 0
        }
    }

    @Test(arguments: active)
    func activePhasesDrawAtFullRate(phase: ConversationPhase) {
        #expect(rate(phase) == .full)
        #expect(rate(phase) { $0.isFocused = false } == .full)
        #expect(rate(phase) { $0.quality = .low } == .full)
        #expect(rate(phase) { $0.quality = .halved } == .every(33))
        #expect(rate(phase) { $0.quality = .sparse } == .every(100))
    }

    @Test func phaseChangesAreDrawnAtFullRate() {
        #expect(rate(.idle) { $0.recency = .changing } == .full)
        #expect(rate(.listening(for: .speech)) { $0.recency = .changing } == .full)
        #expect(rate(.idle) { ($0.recency, $0.isFocused) = (.changing, false) } == .full)
    }

    @Test func theFrameRateDropsAtRest() {
        #expect(rate(.listening(for: .speech)) { $0.recency = .fresh } == .full)
        #expect(rate(.listening(for: .speech)) { $0.recency = .settling } == .every(33))
        #expect(rate(.idle) { $0.recency = .fresh } == .every(33))
        for phase in [ConversationPhase.idle, .listening(for: .speech), .listening(for: .wakeWord)] {
            #expect((8...12).contains(framesPerSecond(rate(phase))))
        }
        for phase in [ConversationPhase.idle, .listening(for: .speech)] {
            let unfocused = rate(phase) { ($0.recency, $0.isFocused) = (.fresh, false) }
            #expect((8...12).contains(framesPerSecond(unfocused)))
        }
    }

    private func isAtRest(_ phase: ConversationPhase, _ change: (inout FrameDemand) -> Void) -> Bool {
        var demand = FrameDemand()
        demand.phase = phase
        change(&demand)
        return demand.isAtRest
    }

    /// The face calms down before its rate drops, so that it never stutters.
    @Test func theFaceCalmsDownBeforeItIsDrawnRarely() {
        for phase in [ConversationPhase.idle, .listening(for: .speech)] {
            #expect(!isAtRest(phase) { $0.recency = .changing })
            #expect(!isAtRest(phase) { $0.recency = .fresh })
            #expect(isAtRest(phase) { $0.recency = .settling })
            #expect(isAtRest(phase) { $0.recency = .stale })
            #expect(isAtRest(phase) { ($0.recency, $0.isFocused) = (.fresh, false) })
            #expect(!isAtRest(phase) { ($0.recency, $0.isFocused) = (.changing, false) })
        }
        for phase in Self.active {
            #expect(!isAtRest(phase) { ($0.recency, $0.isFocused) = (.stale, false) })
        }
    }

    // Attention, on a clock of its own

    /// An armed window, whose time passes only by `run`.
    private struct ArmedWindow {
        var attention = Attention()
        /// Milliseconds until the attention fades.
        var left: Int?

        var rate: FrameRate {
            var demand = FrameDemand()
            (demand.phase, demand.isVisible, demand.recency) = (.listening(for: .speech), true, attention.recency)
            return demand.rate
        }

        mutating func take(_ startsAgain: Bool) {
            if startsAgain { left = attention.milliseconds }
        }

        mutating func run(milliseconds: Int) {
            for _ in 0..<milliseconds {
                guard let now = left else { return }
                left = now - 1
                if now == 1 { take(attention.fade()) }
            }
        }
    }

    @Test func theArmedFaceRestsAfterSomeSecondsWithoutAVoice() {
        var window = ArmedWindow()
        window.take(window.attention.change())
        window.run(milliseconds: 11_000)
        #expect(window.rate == .full)
        window.run(milliseconds: 1_000)
        #expect(window.attention.recency == .settling && window.rate == .every(33))
        window.run(milliseconds: 3_000)
        #expect(window.attention.recency == .stale && window.rate == .every(100))
        window.run(milliseconds: 3_600_000)
        #expect(window.rate == .every(100), "all day long")
    }

    @Test func aVoiceWakesTheArmedFaceAtOnce() {
        var window = ArmedWindow()
        window.take(window.attention.touch())
        #expect(window.rate == .full, "with the very call that reports it")
        // It goes on, and is reported every second.
        for _ in 0..<30 {
            window.run(milliseconds: 1_000)
            window.take(window.attention.touch())
        }
        window.run(milliseconds: 9_999)
        #expect(window.rate == .full)
        window.run(milliseconds: 3_001)
        #expect(window.rate == .every(100))
        window.take(window.attention.change())
        window.run(milliseconds: 500)
        let isCutShort = window.attention.touch()
        #expect(!isCutShort && window.attention.recency == .changing, "a change in progress goes on")
    }

    @Test func thePointerWakesTheFaceOnlyAtRest() {
        var window = ArmedWindow()
        window.take(window.attention.look())
        #expect(window.attention.recency == .fresh)
        window.run(milliseconds: 9_000)
        window.take(window.attention.look())
        window.run(milliseconds: 1_000)
        #expect(window.attention.recency == .settling, "every move of it would otherwise set a timer")
        window.take(window.attention.look())
        #expect(window.attention.recency == .fresh)
    }

    @Test func powerSavingLimitsTheRateAndStopsAtRest() {
        for phase in Self.active {
            #expect((1...15).contains(framesPerSecond(rate(phase) { $0.isPowerSaving = true })))
        }
        #expect(rate(.idle) { $0.isPowerSaving = true } == .none)
        #expect(rate(.listening(for: .speech)) { ($0.isPowerSaving, $0.recency) = (true, .fresh) } == .none)
        // The picture of the new phase has yet to be drawn.
        #expect((1...15).contains(framesPerSecond(rate(.idle) { ($0.isPowerSaving, $0.recency) = (true, .changing) })))
    }

    @Test(arguments: active + [.idle, .listening(for: .speech)])
    func hiddenOrMotionlessWindowsAreNotDrawn(phase: ConversationPhase) {
        for recency in [FrameDemand.Recency.changing, .fresh, .stale] {
            #expect(rate(phase) { ($0.isVisible, $0.recency) = (false, recency) } == .none)
            #expect(rate(phase) { ($0.motion, $0.recency) = (.none, recency) } == .none)
        }
    }

    /// A still picture also shows countdowns, renewed once a second while it is visible.
    @Test func stillPicturesAreRenewedWhileVisible() {
        var demand = FrameDemand()
        (demand.isVisible, demand.isPowerSaving) = (true, true)
        #expect(demand.rate == .none && demand.renewal(701) == 701 && demand.renewal(nil) == nil)
        (demand.isPowerSaving, demand.motion) = (false, .reduced)
        #expect(demand.renewal(701) == 701)
        demand.motion = .full
        #expect(demand.rate != .none && demand.renewal(701) == nil)
        (demand.motion, demand.isVisible) = (.none, false)
        #expect(demand.renewal(701) == nil)
    }

    /// Otherwise the clock would keep showing a second that has passed.
    @Test func stillPicturesHideSeconds() {
        var demand = FrameDemand()
        demand.isVisible = true
        #expect(demand.showsSeconds)
        demand.isPowerSaving = true
        #expect(demand.rate == .none && !demand.showsSeconds)
        demand.recency = .changing
        #expect(demand.rate != .none && !demand.showsSeconds, "it stands still soon")
        demand.phase = .speaking
        #expect(demand.showsSeconds)
    }

    @Test func reducedMotionDrawsOnlyFadesAndTheVoice() {
        func reduced(_ phase: ConversationPhase, _ recency: FrameDemand.Recency) -> FrameRate {
            rate(phase) { ($0.motion, $0.recency) = (.reduced, recency) }
        }
        #expect(reduced(.idle, .changing) == .full)
        #expect(reduced(.idle, .fresh) == .none)
        #expect(reduced(.listening(for: .speech), .stale) == .none)
        #expect(reduced(.thinking, .fresh) == .none)
        #expect(framesPerSecond(reduced(.speaking, .stale)) == 10)
        #expect(framesPerSecond(reduced(.recording, .fresh)) == 10)
    }

    // Quality

    /// Feeds frames at 60 per second and returns the quality steps.
    private func run(
        _ governor: inout QualityGovernor, seconds: Double, milliseconds: Double, clock: inout Double
    ) -> [FrameQuality] {
        var steps: [FrameQuality] = []
        for _ in 0..<Int(seconds * 60) {
            clock += 1.0 / 60
            if let step = governor.add(milliseconds: milliseconds, at: clock) { steps.append(step.quality) }
        }
        return steps
    }

    @Test func qualityStaysFullWithFastFrames() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        #expect(run(&governor, seconds: 60, milliseconds: 11.9, clock: &clock).isEmpty)
        #expect(governor.quality == .full)
    }

    @Test func slowFramesLowerQualityStepByStep() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        #expect(run(&governor, seconds: 0.49, milliseconds: 12.5, clock: &clock) == [])
        #expect(run(&governor, seconds: 0.02, milliseconds: 12.5, clock: &clock) == [.thinned])
        #expect(run(&governor, seconds: 3, milliseconds: 12.5, clock: &clock) == [.reduced, .low, .halved])
        #expect(governor.quality.scene == SceneQuality.low)
    }

    @Test func occasionalSlowFramesKeepQuality() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        for frame in 0..<600 {
            clock += 1.0 / 60
            #expect(governor.add(milliseconds: frame % 3 == 0 ? 60 : 4, at: clock) == nil)
        }
    }

    @Test func fiveCalmSecondsRaiseQuality() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        _ = run(&governor, seconds: 1.6, milliseconds: 20, clock: &clock)
        #expect(governor.quality == .low)
        #expect(run(&governor, seconds: 4.9, milliseconds: 5, clock: &clock) == [])
        #expect(run(&governor, seconds: 1.2, milliseconds: 5, clock: &clock) == [.reduced])
        // Neither fast nor slow, so the quality stays.
        #expect(run(&governor, seconds: 20, milliseconds: 9, clock: &clock) == [])
    }

    @Test func failedQualityRisesAreRetriedLessOften() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        var rises: [Double] = []
        // Here full quality is too expensive, and reduced quality is cheap.
        for _ in 0..<60 * 300 {
            clock += 1.0 / 60
            let cost = governor.quality == .full ? 14.0 : 4.0
            if governor.add(milliseconds: cost, at: clock)?.quality == .full { rises.append(clock) }
        }
        #expect(rises.count < 12, "it went up \(rises.count) times in five minutes")
    }

    @Test func starvingOtherWorkLowersTheRateAtOnce() {
        var (governor, clock) = (QualityGovernor(), 0.0)
        #expect(governor.starve(seconds: 0.3, at: clock)?.quality == .halved)
        // Slow frames alone never make frames sparse.
        #expect(run(&governor, seconds: 5, milliseconds: 40, clock: &clock) == [])
        #expect(governor.starve(seconds: 0.3, at: clock)?.quality == .sparse)
        #expect(governor.starve(seconds: 0.3, at: clock) == nil)
        #expect(run(&governor, seconds: 6, milliseconds: 4, clock: &clock) == [.halved])
    }

    // Figures

    @Test func frameStatisticsSummarizeARun() throws {
        var statistics = FrameStatistics()
        for frame in 0...100 {
            // Frame 50 comes one tick late.
            statistics.addFrame(at: Double(frame >= 50 ? frame + 1 : frame) / 50, work: 0.004)
        }
        statistics.addDelay(0.003)
        statistics.addDelay(-0.001)
        for _ in 0..<3 { statistics.addUpdate() }
        let figures = statistics.summary()
        let summary = try #require(figures)
        #expect(summary["frames"] == 100)
        #expect(summary["gap50"] == 20)
        #expect(summary["gapMax"] == 40)
        #expect(summary["missed"] == 1)
        #expect(summary["work99"] == 4)
        #expect(summary["delay99"] == 3)
        #expect(summary["updates"] == 3)
        #expect(abs((summary["fps"] ?? 0) - 100 / 2.02) < 0.01)
        #expect(statistics.summary() == nil, "what has been told is not told again")
    }

    // The window

    @Test func theFrameRateFollowsPhaseDesktopAndWindow() async throws {
        let result = try await WindowHost.run(["pacing"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func slowDrawingIsReportedAndDoesNotStarveOthers() async throws {
        let result = try await WindowHost.run(["pacing", "--slow-draw", "18"])
        #expect(result.status == 0, "\(result.output)")
        // The very long frame is reported, with its phase and the time that the update took.
        let told = result.output.split(separator: "\n").filter { $0.contains("slow-turn") && $0.contains("speaking") }
        #expect(told.contains { $0.contains("updateMs") }, "\(result.output)")
    }
}

struct StripTurnsTests {
    /// Strips and rounds drawn per second, and the most strips in a tick.
    private func run(_ turns: inout StripTurns, ticksPerSecond: Double) -> (strips: Int, rounds: Int, most: Int) {
        var (strips, rounds, most, next) = (0, 0, 0, 0)
        _ = turns.takeAll(at: 0)
        for tick in 1...Int(ticksPerSecond * 10) {
            let turn = turns.take(at: Double(tick) / ticksPerSecond)
            guard !turn.strips.isEmpty else { continue }
            #expect(turn.strips.lowerBound == next, "in their order")
            #expect(turn.beginsRound == (next == 0))
            next = turn.strips.upperBound % 3
            strips += turn.strips.count
            rounds += turn.beginsRound ? 1 : 0
            most = max(most, turn.strips.count)
        }
        return (strips / 10, rounds / 10, most)
    }

    @Test func eachTickDrawsOneStrip() {
        var turns = StripTurns(count: 3)
        let seen = run(&turns, ticksPerSecond: 60)
        #expect(seen.most == 1 && (58...60).contains(seen.strips) && (19...20).contains(seen.rounds))
    }

    @Test func infrequentTicksDrawSeveralStrips() {
        var turns = StripTurns(count: 3)
        let seen = run(&turns, ticksPerSecond: 12)
        #expect(seen.most == 3 && (11...12).contains(seen.rounds))
    }

    /// At rest the field is drawn eight times a second.
    @Test(arguments: [12.0, 30, 60])
    func calmRoundsTakeLonger(ticksPerSecond: Double) {
        var turns = StripTurns(count: 3)
        turns.period = DesignTokens.Frames.calmFieldSeconds
        let seen = run(&turns, ticksPerSecond: ticksPerSecond)
        #expect((7...9).contains(seen.rounds), "\(seen)")
    }

    /// A calm field is drawn strip by strip, one per frame of the rate for rest.
    @Test func atRestEachFrameDrawsOneStrip() {
        var turns = StripTurns(count: LayeredSceneRenderer.stripCount)
        turns.period = DesignTokens.Frames.restFieldSeconds
        _ = turns.takeAll(at: 0)
        for tick in 1...60 {
            // A timer is late by some milliseconds.
            let turn = turns.take(at: Double(tick) / 10 + (tick % 3 == 0 ? 0.008 : 0.002))
            #expect(turn.strips.count == 1, "tick \(tick)")
        }
    }

    @Test func afterAPauseAllStripsAreDrawn() {
        var turns = StripTurns(count: 3)
        _ = turns.takeAll(at: 1)
        #expect(turns.take(at: 1.017).strips == 0..<1)
        #expect(turns.take(at: 4) == StripTurns.Turn(strips: 0..<3, beginsRound: true))
    }

    @Test func aNewPictureDrawsAllStrips() {
        var turns = StripTurns(count: 3)
        _ = turns.take(at: 1)
        #expect(turns.takeAll(at: 1.01) == StripTurns.Turn(strips: 0..<3, beginsRound: true))
        #expect(turns.take(at: 1.012).strips.isEmpty)
    }
}
