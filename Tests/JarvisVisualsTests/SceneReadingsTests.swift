// SPDX-License-Identifier: GPL-3.0-or-later
// Clock, battery gauge and timers: they show the values they were given and change smoothly.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SceneReadingsTests {
    private static let morning = 10.0 * 3600 + 9 * 60 + 37

    /// Arcs after 1.5 seconds, when all readings are fully shown.
    private func arcs(
        _ phase: ScenePhase = .idle, level: Double = 0, contrast: Bool = false, still: Bool = false,
        change: (inout SceneReadings) -> Void
    ) -> [ArcRecord] {
        var settings = SceneSettings()
        settings.reducesMotion = still
        settings.increasesContrast = contrast
        var animator = SceneAnimator(settings: settings, size: Face.field, phase: phase)
        change(&animator.readings)
        var frame = animator.advance(to: 0, phase: phase, level: level)
        for tick in 1...90 { frame = animator.advance(to: Double(tick) / 60, phase: phase, level: level) }
        return frame.arcs
    }

    private func timers(_ arcs: [ArcRecord], _ slot: Int = 0, gain: Float = 0.3) -> [ArcRecord] {
        arcs.filter { $0.isSector && abs($0.middle - SceneMetrics.timerRadii[slot]) < 0.01 && $0.gain > gain }
    }

    /// The share of the ring that a timer's arcs cover.
    private func sweep(_ arcs: [ArcRecord]) -> Double { arcs.reduce(0) { $0 + Double($1.angle1 - $1.angle0) } }

    // MARK: Timers

    @Test(arguments: [1.0, 0.75, 0.5, 0.1])
    func timerArcShowsTheRemainingTime(share: Double) {
        let arcs = arcs { $0.timers = [SceneTimer(remaining: 600 * share, length: 600)] }
        let whole = 1 - SceneMetrics.timerGaps.narrow
        #expect(abs(sweep(timers(arcs)) - whole * share) < 1e-4)
        #expect(timers(arcs).allSatisfy { $0.angle1 - $0.angle0 <= 0.5 }, "a record holds at most half a turn")
        #expect(abs((timers(arcs).map(\.angle0).min() ?? 0) - Float(SceneMetrics.timerGaps.narrow / 2)) < 1e-5)
    }

    @Test func upToThreeTimersHaveArcs() {
        let arcs = arcs { readings in
            readings.timers = [60, 300, 900, 3000].map { SceneTimer(remaining: $0, length: 3000) }
        }
        for slot in 0..<3 { #expect(!timers(arcs, slot).isEmpty) }
        #expect(sweep(timers(arcs, 0)) < sweep(timers(arcs, 1)) && sweep(timers(arcs, 1)) < sweep(timers(arcs, 2)))
    }

    @Test(arguments: ScenePhase.allCases)
    func timersAreVisibleInEveryLook(phase: ScenePhase) {
        for contrast in [false, true] {
            let arcs = arcs(phase, level: 0.5, contrast: contrast) { readings in
                readings.timers = [SceneTimer(remaining: 90, length: 100)]
                readings.secondOfDay = Self.morning
                readings.charge = 0.5
                readings.alarms = [100, 200, 300, 400]
            }
            #expect(!timers(arcs).isEmpty, "\(phase)")
            #expect(arcs.count < SceneFrame.arcLimit, "\(phase)")
            #expect(contrast ? arcs.allSatisfy { $0.glow == 0 } : true)
        }
    }

    /// An arc passes to the next timer, and disappears with the last, without a jump.
    @Test func timerArcsNeverJump() {
        func light(_ arcs: [ArcRecord]) -> Double {
            timers(arcs, gain: 0).reduce(0) { $0 + Double($1.gain * ($1.angle1 - $1.angle0)) }
        }
        var animator = SceneAnimator(size: Face.field)
        animator.readings.timers = [SceneTimer(remaining: 1, length: 60), SceneTimer(remaining: 500, length: 600)]
        var last = 0.0
        for tick in 0...180 {
            if tick == 60 { animator.readings.timers.removeFirst() }
            if tick == 120 { animator.readings.timers = [] }
            let now = light(animator.advance(to: Double(tick) / 60, phase: .idle).arcs)
            #expect(abs(now - last) < 0.12, "\(now) after \(last)")
            if tick == 119 { #expect(now > 0.5) }
            last = now
        }
        #expect(last == 0, "gone")
    }

    @Test(arguments: [
        (272, "4:32"), (9, "0:09"), (600, "10:00"), (3872, "1:04:32"), (0, "0:00"), (172_799, "47:59:59"),
    ])
    func remainingTimeIsFormatted(seconds: Int, text: String) {
        let line = ArcGlyphs.time(seconds).map { sign in
            switch sign {
            case .figure(let figure): "\(figure)"
            case .colon: ":"
            }
        }
        #expect(line.joined() == text)
    }

    @Test func digitsAreDistinctAndFitTheirGap() {
        let shapes = (0..<10).map { Set(ArcGlyphs.strokes([.figure($0)])) }
        #expect(Set(shapes).count == 10)
        let around = 2 * Double.pi * SceneMetrics.timerRadii[0]
        #expect(ArcGlyphs.width(ArcGlyphs.time(3599)) / around < SceneMetrics.timerGaps.narrow)
        #expect(ArcGlyphs.width(ArcGlyphs.time(359_999)) / around < SceneMetrics.timerGaps.wide)
        let strokes = ArcGlyphs.strokes(ArcGlyphs.time(88 * 60 + 8))
        #expect(strokes.allSatisfy { $0.bottom >= 0 && $0.top <= SceneMetrics.glyphHeight })
        #expect(SceneMetrics.glyphBase + SceneMetrics.glyphHeight <= SceneMetrics.visualizerSize / 2 + 1)
    }

    /// The longest bars end below the time; no other bars become shorter.
    @Test func barsDoNotOverlapTheTime() {
        func ends(_ strength: Double) -> [(angle: Float, end: Float)] {
            var input = Face.input(LookWeights(.speaking), bar: 1)
            input.peaks = input.bars
            input.dial.timers[0].strength = strength
            return Face.arcs(input).filter { $0.half_width == Float(SceneMetrics.barHalfWidth) }
                .map { (min($0.angle0, 1 - $0.angle0), $0.r1) }
        }
        let near = Float(SceneMetrics.timerGaps.narrow / 2)
        #expect(ends(1).filter { $0.angle < near }.allSatisfy { $0.end < Float(SceneMetrics.glyphBase) - 2 })
        #expect(ends(1).filter { $0.angle > near }.allSatisfy { $0.end > 199 })
        #expect(ends(0).allSatisfy { $0.end > 199 })
    }

    @Test func smallVisualizersOmitTheTime() {
        func strokes(_ side: Double, scale: Double = 1) -> Int {
            var animator = SceneAnimator(size: SceneSize(width: side, height: side, scale: scale))
            animator.readings.timers = [SceneTimer(remaining: 88, length: 90)]
            _ = animator.advance(to: 0, phase: .idle)
            return animator.advance(to: 0.1, phase: .idle).arcs.count {
                $0.isBar && abs($0.half_width * 2 - Float(SceneMetrics.glyphStroke)) < 1e-5
            }
        }
        #expect(strokes(400) > 8 && strokes(220) == 0 && strokes(220, scale: 2) > 8)
    }

    @Test func timerSecondsAreRoundedUp() {
        #expect(SceneTimer(remaining: 0.2, length: 60).seconds == 1)
        #expect(SceneTimer(remaining: 60, length: 60).seconds == 60)
        #expect(SceneTimer(remaining: -3, length: 60).seconds == 0 && SceneTimer(remaining: 5, length: 0).share == 0)
    }

    // MARK: Clock

    private func hands(_ arcs: [ArcRecord]) -> [ArcRecord] {
        arcs.filter { $0.isBar && $0.glow > 0 && abs($0.middle - SceneMetrics.clockRadius) < 4 }
    }

    @Test func clockHandsShowTheTime() throws {
        let arcs = arcs { $0.secondOfDay = Self.morning }
        let minute = try #require(hands(arcs).first { $0.half_width < 1 })
        let hour = try #require(hands(arcs).first { $0.half_width > 1.8 })
        #expect(abs(Double(minute.angle0) - (9 + 37.0 / 60) / 60) < 1e-5)
        #expect(abs(Double(hour.angle0) - Self.morning / 43_200) < 1e-5)
        let evening = self.arcs { $0.secondOfDay = Self.morning + 43_200 }
        #expect(hands(evening).map(\.angle0) == hands(arcs).map(\.angle0), "a dial has twelve hours")
        #expect(hands(self.arcs { _ in }).isEmpty, "without a clock there is no dial")
    }

    /// Each light appears over one second and fades over many, so nothing blinks.
    @Test func secondLightsChangeSmoothly() {
        var input = Face.input(LookWeights(.idle))
        var last: [Double]?
        for step in 0...600 {
            input.dial.secondOfDay = Self.morning + Double(step) / 10
            let composer = Face.composer(input)
            let lights = (0..<60).map(composer.secondLight)
            #expect(lights.max() ?? 0 > 0.8 && lights.count { $0 > 0 } <= Int(SceneMetrics.secondTail) + 2)
            if let last { #expect(zip(lights, last).allSatisfy { abs($0 - $1) < 0.2 }) }
            last = lights
        }
        input.dial.showsSeconds = false
        #expect((0..<60).allSatisfy { Face.composer(input).secondLight($0) == 0 })
        (input.dial.showsSeconds, input.settings.reducesMotion) = (true, true)
        #expect((0..<60).allSatisfy { Face.composer(input).secondLight($0) == 0 })
    }

    /// A still picture shows only the clock's hands.
    @Test func secondsCanBeHidden() {
        func lit(_ showsSeconds: Bool) -> Int {
            arcs { ($0.secondOfDay, $0.showsSeconds) = (Self.morning, showsSeconds) }.count {
                $0.isBar && abs($0.middle - SceneMetrics.clockRadius) < 4 && $0.gain > 0.3
            }
        }
        #expect(lit(false) == 2 && lit(true) > 2)
    }

    @Test func alarmsAreMarkedOnTheDial() throws {
        let arcs = arcs { readings in
            readings.secondOfDay = Self.morning
            readings.alarms = [18 * 3600]
        }
        let mark = try #require(arcs.first { $0.isBar && $0.middle > SceneMetrics.clockRadius + 8 && $0.glow > 0 })
        #expect(abs(mark.angle0 - 0.5) < 1e-6 && mark.red > mark.blue)
    }

    // MARK: Gauge

    private func gauge(_ arcs: [ArcRecord]) -> [ArcRecord] {
        arcs.filter { $0.isBar && abs($0.middle - SceneMetrics.gaugeRadius - 2) < 0.01 }
    }

    @Test(arguments: [0.0, 0.25, 0.5, 1.0])
    func theGaugeShowsTheBatteryCharge(charge: Double) {
        let ticks = gauge(arcs { $0.charge = charge })
        let all = SceneMetrics.gaugeShare * Double(SceneMetrics.gaugeTicks)
        #expect(Double(ticks.count) == all)
        #expect(abs(Double(ticks.count { $0.gain > 0.35 }) - charge * all) <= 1)
        // The gauge fills from the left, so the lit ticks have larger angles.
        if charge == 0.5 {
            let lit = ticks.filter { $0.gain > 0.35 }.map(\.angle0)
            #expect(lit.allSatisfy { $0 >= 0.49 })
        }
        #expect(gauge(arcs { _ in }).isEmpty, "no battery, no gauge")
    }

    @Test func aLowBatteryHasAWarmColour() {
        let low = gauge(arcs { $0.charge = 0.1 })
        let high = gauge(arcs { $0.charge = 0.9 })
        #expect(low.allSatisfy { $0.red > $0.blue } && high.allSatisfy { $0.blue > $0.red })
    }

    @Test func theGaugeShowsTheLevelWhileListening() {
        for (level, share) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)] {
            let ticks = gauge(arcs(.listening, level: level) { $0.charge = 0.5 })
            #expect(ticks.count == SceneMetrics.gaugeTicks)
            let lit = Double(ticks.count { $0.gain > 0.4 }) / Double(ticks.count)
            #expect(abs(lit - share) < 0.08, "\(level): \(lit)")
        }
    }

    @Test func readingsAdvanceWithTheClock() {
        var readings = SceneReadings()
        readings.secondOfDay = 86_399
        readings.timers = [SceneTimer(remaining: 5, length: 60), SceneTimer(remaining: 50, length: 60)]
        let later = readings.advanced(by: 10)
        #expect(later.secondOfDay == 86_409 && later.timers == [SceneTimer(remaining: 40, length: 60)])
        #expect(abs(SceneDial.turn(ofSecond: 86_409) - 9.0 / 43_200) < 1e-12)
    }
}
