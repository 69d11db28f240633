// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the face throughout a conversation, for videos. Runs the window's animator at 60 steps per second from one
// second before the start, so that springs and smoothing have a history.

/// The sound at one moment.
public struct SceneSound: Hashable, Sendable {
    /// The loudness, 0…1.
    public var level: Double
    /// The levels of 64 bands, 0…1, low to high; empty means silence.
    public var spectrum: [Float]

    public init(level: Double = 0, spectrum: [Float] = []) {
        self.level = level
        self.spectrum = spectrum
    }
}

/// Produces the frames of a conversation, in order.
public struct SceneReel {
    /// The start of a phase.
    public struct Cue: Hashable, Sendable {
        /// The phase that the face shows from this point on.
        public var phase: ScenePhase
        /// The time in seconds from the start of the reel.
        public var begin: Double

        public init(_ phase: ScenePhase, begin: Double) {
            self.phase = phase
            self.begin = begin
        }
    }

    private static let stepsPerSecond = 60.0

    private let cues: [Cue]
    private let errorTime: Double?
    private let sound: (Double) -> SceneSound
    private let readings: SceneReadings
    private var animator: SceneAnimator
    /// Steps taken since the start of the reel; negative during the second before it.
    private var step: Int
    private var heard: SceneSound
    private var frame: SceneFrame

    /// Creates a reel of these phases, which must be in order; the first one also fills the run-up.
    /// - Parameters:
    ///   - errorTime: When to show an error, in seconds from the start of the reel.
    ///   - readings: The readings at the start of the reel; the clock and the timers advance with it.
    ///   - sound: Called for every sixtieth of a second, in order, starting one second before the reel.
    public init(
        _ cues: [Cue], settings: SceneSettings, size: SceneSize, errorTime: Double? = nil,
        readings: SceneReadings = SceneReadings(), sound: @escaping (Double) -> SceneSound
    ) {
        self.cues = cues
        self.errorTime = errorTime
        self.sound = sound
        self.readings = readings
        let phase = cues.first?.phase ?? .idle
        animator = SceneAnimator(settings: settings, size: size, phase: phase)
        step = -Int(Self.stepsPerSecond)
        heard = sound(-1)
        animator.readings = readings.advanced(by: -1)
        frame = animator.advance(to: 0, phase: phase, level: heard.level, spectrum: heard.spectrum)
        while step < 0 { advance() }
    }

    /// The frame at a time in seconds from the start of the reel; times must not decrease.
    public mutating func frame(at time: Double) -> SceneFrame {
        // Count a time within rounding error of a step as that step.
        while Double(step + 1) <= time * Self.stepsPerSecond + 1e-6 { advance() }
        guard time * Self.stepsPerSecond > Double(step) + 1e-6 else { return frame }
        // Advance a copy between two steps, so that a frame doesn't depend on the other frames requested.
        var between = animator
        between.readings = readings.advanced(by: time)
        return Self.advance(&between, to: time, phase: phase(at: time), heard)
    }

    private mutating func advance() {
        let last = time(of: step)
        step += 1
        let now = time(of: step)
        if let errorTime, errorTime > last, errorTime <= now { animator.showError() }
        heard = sound(now)
        animator.readings = readings.advanced(by: now)
        frame = Self.advance(&animator, to: now, phase: phase(at: now), heard)
    }

    private static func advance(
        _ animator: inout SceneAnimator, to time: Double, phase: ScenePhase, _ heard: SceneSound
    ) -> SceneFrame {
        animator.advance(to: time + 1, phase: phase, level: heard.level, spectrum: heard.spectrum)
    }

    private func time(of step: Int) -> Double { Double(step) / Self.stepsPerSecond }

    /// The phase that applies before `time`: at the exact start of a phase this is still the previous one.
    private func phase(at time: Double) -> ScenePhase {
        cues.last { $0.begin < time - 1e-9 }?.phase ?? cues.first?.phase ?? .idle
    }
}
