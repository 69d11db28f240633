// SPDX-License-Identifier: GPL-3.0-or-later
// The face through a stretch of conversation, for pictures: the same animator as in the window, run at 60 per second
// from one second before the stretch, so that springs and smoothing have a past.

/// The sound of the face at one moment.
public struct SceneSound: Hashable, Sendable {
    /// Loudness, 0…1.
    public var level: Double
    /// 64 bands, 0…1, low to high; empty means silence.
    public var spectrum: [Float]

    /// A sound of this level and spectrum.
    public init(level: Double = 0, spectrum: [Float] = []) {
        self.level = level
        self.spectrum = spectrum
    }
}

/// Frames of moments that follow each other.
public struct SceneReel {
    /// When a phase begins.
    public struct Cue: Hashable, Sendable {
        /// The phase that the face shows from then on.
        public var phase: ScenePhase
        /// Seconds of the reel.
        public var begin: Double

        /// A phase from this second on.
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
    /// Steps done; the reel begins at 0, its past before it.
    private var step: Int
    private var heard: SceneSound
    private var frame: SceneFrame

    /// A reel of these phases in the order of their beginnings; the first one's past is the reel's past.
    /// - Parameters:
    ///   - errorTime: when an error is shown, in seconds of the reel.
    ///   - readings: those of the reel's beginning; clock and timers run with it.
    ///   - sound: asked once for every sixtieth of a second, in order, from one second before the reel on.
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

    /// The frame of a moment, in seconds of the reel; never earlier than the one before.
    public mutating func frame(at time: Double) -> SceneFrame {
        // A moment that lies a rounding error before a step is that step.
        while Double(step + 1) <= time * Self.stepsPerSecond + 1e-6 { advance() }
        guard time * Self.stepsPerSecond > Double(step) + 1e-6 else { return frame }
        // Between two steps a copy goes the rest of the way, so that no frame depends on which others were taken.
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

    /// The phase that leads up to a moment: at the very beginning of a phase the one before is still seen.
    private func phase(at time: Double) -> ScenePhase {
        cues.last { $0.begin < time - 1e-9 }?.phase ?? cues.first?.phase ?? .idle
    }
}
