// SPDX-License-Identifier: GPL-3.0-or-later
// The face over time: turns phase, level and spectrum of each tick into frames. Owned by what ticks (the window's
// frame clock, or a loop that renders pictures); a value, so tests can fork it.

/// Holds everything that has a past: morph, springs, smoothing, clocks.
public struct SceneAnimator: Sendable {
    /// Takes effect with the next frame.
    public var settings: SceneSettings
    /// The field; takes effect with the next frame.
    public var size: SceneSize
    /// How far the visualizer stands above the middle of the field, in logical pixels; takes effect with the next frame.
    public var lift = 0.0
    /// Where the pointer is, from the field's middle, −1…1: near particles stand aside for it, far ones hardly.
    public var pointer = (x: 0.0, y: 0.0)

    /// The values that the face tells besides the conversation; take effect with the next frame.
    public var readings = SceneReadings()

    private var morph: LookMorph
    private var pulses = EnergyPulses()
    private var ripples = SoundRipples()
    private var dial = SceneDial()
    private var stream = ParticleStream()
    private var spectrum = SpectrumFollower()
    private var level = 0.0
    private var time = 0.0
    private var orbitTurn = 0.0
    private var dashTurn = 0.0
    private var heldTime = 0.0
    /// Where the pointer is for the particles, which follow it.
    private var followed = (x: 0.0, y: 0.0)
    private var lastTick: Double?
    private var error: ErrorFlash?
    private var entry: Double?
    private var particles = ParticleTable(identity: 0, records: [], backdropCount: 0)
    private var particleKey: ParticleKey?

    /// Begins in `phase`; with `fadesIn` the particles, then the orb, appear during the first half second.
    public init(
        settings: SceneSettings = SceneSettings(), size: SceneSize, phase: ScenePhase = .idle, fadesIn: Bool = false
    ) {
        self.settings = settings
        self.size = size
        morph = LookMorph(phase)
        entry = fadesIn ? 0 : nil
    }

    /// True while a change is under way that needs every frame: a morph, the fade-in, an error's shake. With reduced
    /// motion the picture rests when it turns false, until phase, level, spectrum or settings change.
    public var isInTransition: Bool { morph.isMorphing || entry != nil || error != nil }

    /// The phase that the face shows or is morphing to.
    public var phase: ScenePhase { morph.phase }

    /// Shakes the face and tints it red, once.
    public mutating func showError() {
        if error == nil { error = ErrorFlash() } else { error?.restart() }
    }

    /// The frame at `time`, in seconds of a clock that never goes back (the frame clock's).
    ///
    /// The clock may pause or stall: a pause longer than the slowest frame rate's counts as 50 ms. `level` is 0…1;
    /// `spectrum` holds 64 bands, 0…1, low to high, or nothing.
    public mutating func advance(
        to time: Double, phase: ScenePhase, level: Double = 0, spectrum: [Float] = []
    ) -> SceneFrame {
        let passed = max(time - (lastTick ?? time), 0)
        let step = passed <= SceneMetrics.longestStep ? passed : SceneMetrics.stallStep
        lastTick = time
        if phase != morph.phase { pulses.begin(from: morph.phase, to: phase) }
        morph.turn(to: phase)
        morph.advance(step)
        pulses.advance(step)
        dial.advance(step, towards: readings)
        follow(level: level.isFinite ? min(max(level, 0), 1) : 0, step: step)
        self.spectrum.advance(step, spectrum: spectrum)
        moveClocks(step)
        followPointer(step)
        return SceneComposer.frame(input, particles: particleTable())
    }

    private mutating func follow(level target: Double, step: Double) {
        let before = level
        level += (target - level) * Easing.approach(step, timeConstant: SceneMetrics.levelTimeConstant)
        orbit(step, level: (before + level) / 2)
        ripples.advance(step, from: before, to: level)
        stream.advance(step, level: (before + level) / 2, weights: morph.weights, pace: settings.pace)
    }

    /// Particles run faster with the voice.
    private mutating func orbit(_ step: Double, level: Double) {
        guard !settings.reducesMotion else { return }
        let rest = 1 - SceneMetrics.slowdownAtRest * morph.weights.idle
        let speed = settings.pace * rest * (1 + SceneMetrics.levelParticleSpeed * level) * Self.orbitSpeed(size)
        orbitTurn += step * speed / SceneMetrics.orbitPeriod
        orbitTurn -= orbitTurn.rounded(.down)
    }

    /// Larger fields have longer orbits: their particles turn slower, and yet cover more pixels in a second.
    private static func orbitSpeed(_ size: SceneSize) -> Double {
        let reach = max((size.width + size.height) / 4, 1)
        return min(max((SceneMetrics.designField.reach / reach).squareRoot(), 0.4), 1.4)
    }

    /// True while the particles are on their way to where the pointer has them.
    public var isFollowing: Bool {
        !settings.reducesMotion && max(abs(pointer.x - followed.x), abs(pointer.y - followed.y)) > 0.02
    }

    private mutating func followPointer(_ step: Double) {
        let share = Easing.approach(step, timeConstant: SceneMetrics.parallaxFollowing)
        followed.x += (min(max(pointer.x, -1), 1) - followed.x) * share
        followed.y += (min(max(pointer.y, -1), 1) - followed.y) * share
    }

    /// Grows with the voice, rests smaller while it works or speaks, so that segments and bars have room.
    private func orbScale(_ weights: LookWeights) -> Double {
        let voiced = weights.recording + weights.held + 0.5 * weights.speaking
        let rest = 1 - 0.22 * weights.processing - 0.10 * weights.speaking
        return rest * (1 + SceneMetrics.levelScale * level * min(voiced, 1))
    }

    private mutating func moveClocks(_ step: Double) {
        time += step * settings.pace
        turnDashes(step)
        error?.advance(step)
        if error?.isShown == false { error = nil }
        if let begun = entry {
            let end = SceneMetrics.entryStagger + SceneMetrics.entryFade
            entry = begun + step < end ? begun + step : nil
        }
    }

    /// The dashes begin to turn a little after the held look has come, and go on until it is gone.
    private mutating func turnDashes(_ step: Double) {
        heldTime = phase == .held ? heldTime + step : morph.weights.held > 0 ? heldTime : 0
        guard heldTime > SceneMetrics.dashDelay else { return }
        dashTurn += min(step, heldTime - SceneMetrics.dashDelay) * settings.pace / SceneMetrics.dashPeriod
        dashTurn -= dashTurn.rounded(.down)
    }

    /// How far an element has faded in, each a stagger after the last.
    private func appearance(_ index: Double) -> Double {
        entry.map { Easing.out(($0 - index * SceneMetrics.entryStagger) / SceneMetrics.entryFade) } ?? 1
    }

    private var input: SceneInput {
        let weights = morph.weights
        return SceneInput(
            weights: weights, time: time, orbitTurn: orbitTurn, dashTurn: dashTurn, level: level,
            orbScale: orbScale(weights), bars: spectrum.bars, peaks: settings.reducesMotion ? [] : spectrum.peaks,
            presence: stream.presence, flow: stream.flow, stream: stream.place, pulses: pulses.shown,
            ripples: ripples, dial: dial, error: error,
            particleAppearance: appearance(0), visualizerAppearance: appearance(1), lift: lift,
            pointer: (-followed.x, -followed.y), settings: settings,
            size: size)
    }

    private mutating func particleTable() -> ParticleTable {
        let step = SceneMetrics.recordStep
        let count = ParticleField.count(setting: settings.particleCount, in: size)
        let key = ParticleKey(
            count: (count + step - 1) / step * step, palette: settings.palette, hueRotation: settings.hueRotation,
            isStrong: settings.increasesContrast, illumination: settings.illumination)
        if key != particleKey {
            particleKey = key
            particles = ParticleField.table(
                count: key.count, palette: settings.resolvedPalette, illumination: key.illumination,
                hasBackdrop: !key.isStrong)
        }
        return particles
    }

    private struct ParticleKey: Hashable {
        var count: Int
        var palette: ScenePalette
        var hueRotation: Double
        var isStrong: Bool
        var illumination: SceneColor
    }
}
