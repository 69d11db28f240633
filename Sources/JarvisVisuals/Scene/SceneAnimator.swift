// SPDX-License-Identifier: GPL-3.0-or-later
// Animates the face: turns the phase, level and spectrum of each tick into frames. Owned by the source of the ticks
// (the window's frame clock, or a loop that renders pictures); a value type, so tests can fork it.

/// The parts of the animation that have a history: morph, springs, smoothing, clocks.
public struct SceneAnimator: Sendable {
    /// The scene's settings; changes take effect with the next frame.
    public var settings: SceneSettings
    /// The size of the field; changes take effect with the next frame.
    public var size: SceneSize
    /// How far the visualizer is above the middle of the field, in logical pixels; changes take effect with the next
    /// frame.
    public var lift = 0.0
    /// The pointer's position relative to the middle of the field, −1…1. Near particles move aside for it, distant
    /// ones hardly at all.
    public var pointer = (x: 0.0, y: 0.0)

    /// The clock, battery, timers and alarms to show; changes take effect with the next frame.
    public var readings = SceneReadings()

    /// True if no one is likely to watch: everything then moves less and more slowly.
    public var isAtRest = false

    private var repose = Repose()
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
    /// The smoothed pointer position that the particles respond to.
    private var followed = (x: 0.0, y: 0.0)
    private var lastTick: Double?
    private var error: ErrorFlash?
    private var entry: Double?
    private var particles = ParticleTable(identity: 0, records: [], backdropCount: 0)
    private var particleKey: ParticleKey?

    /// Starts in `phase`. With `fadesIn` the particles and then the orb appear over the first half second.
    public init(
        settings: SceneSettings = SceneSettings(), size: SceneSize, phase: ScenePhase = .idle, fadesIn: Bool = false
    ) {
        self.settings = settings
        self.size = size
        morph = LookMorph(phase)
        entry = fadesIn ? 0 : nil
    }

    /// True while a change needs every frame: a morph, the fade-in, an error's shake. With reduced motion the picture
    /// is static once this is false, until the phase, level, spectrum or settings change.
    public var isInTransition: Bool { morph.isMorphing || entry != nil || error != nil }

    /// How far the scene has calmed down, 0…1.
    public var calm: Double { repose.calm }

    /// The look shown, or the target of the current morph.
    public var phase: ScenePhase { morph.phase }

    /// Shakes the face and tints it red, once.
    public mutating func showError() {
        if error == nil { error = ErrorFlash() } else { error?.restart() }
    }

    /// The frame at `time`, in seconds of a monotonic clock (the frame clock).
    ///
    /// The clock may pause or stall: a gap longer than the slowest frame rate's counts as 50 ms. `level` is 0…1;
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
        repose.advance(step, isAtRest: isAtRest)
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
        stream.advance(
            step, level: (before + level) / 2, weights: morph.weights, pace: settings.pace * repose.particlePace)
    }

    /// Advances the particles' orbits, faster with a louder voice.
    private mutating func orbit(_ step: Double, level: Double) {
        guard !settings.reducesMotion else { return }
        let rest = 1 - SceneMetrics.slowdownAtRest * morph.weights.idle
        let speed =
            settings.pace * repose.particlePace * rest * (1 + SceneMetrics.levelParticleSpeed * level)
            * Self.orbitSpeed(size)
        orbitTurn += step * speed / SceneMetrics.orbitPeriod
        orbitTurn -= orbitTurn.rounded(.down)
    }

    /// The factor on the orbital speed. Particles of larger fields take longer for an orbit, yet cover more pixels a
    /// second.
    private static func orbitSpeed(_ size: SceneSize) -> Double {
        let reach = max((size.width + size.height) / 4, 1)
        return min(max((SceneMetrics.designField.reach / reach).squareRoot(), 0.4), 1.4)
    }

    /// True while the particles are still moving towards the pointer's position.
    public var isFollowing: Bool {
        !settings.reducesMotion && max(abs(pointer.x - followed.x), abs(pointer.y - followed.y)) > 0.02
    }

    private mutating func followPointer(_ step: Double) {
        let share = Easing.approach(step, timeConstant: SceneMetrics.parallaxFollowing)
        followed.x += (min(max(pointer.x, -1), 1) - followed.x) * share
        followed.y += (min(max(pointer.y, -1), 1) - followed.y) * share
    }

    /// The orb's size: grows with the voice, and shrinks during processing and speech to make room for segments and
    /// bars.
    private func orbScale(_ weights: LookWeights) -> Double {
        let voiced = weights.recording + weights.held + 0.5 * weights.speaking
        let rest = 1 - 0.22 * weights.processing - 0.10 * weights.speaking
        return rest * (1 + SceneMetrics.levelScale * level * min(voiced, 1))
    }

    private mutating func moveClocks(_ step: Double) {
        time += step * settings.pace * repose.facePace
        turnDashes(step)
        error?.advance(step)
        if error?.isShown == false { error = nil }
        if let begun = entry {
            let end = SceneMetrics.entryStagger + SceneMetrics.entryFade
            entry = begun + step < end ? begun + step : nil
        }
    }

    /// The dashes start to turn shortly after the held look appears, and continue until it is gone.
    private mutating func turnDashes(_ step: Double) {
        heldTime = phase == .held ? heldTime + step : morph.weights.held > 0 ? heldTime : 0
        guard heldTime > SceneMetrics.dashDelay else { return }
        dashTurn += min(step, heldTime - SceneMetrics.dashDelay) * settings.pace / SceneMetrics.dashPeriod
        dashTurn -= dashTurn.rounded(.down)
    }

    /// How far an element has faded in; each starts a little after the previous one.
    private func appearance(_ index: Double) -> Double {
        entry.map { Easing.out(($0 - index * SceneMetrics.entryStagger) / SceneMetrics.entryFade) } ?? 1
    }

    private var input: SceneInput {
        let weights = morph.weights
        return SceneInput(
            weights: weights, time: time, orbitTurn: orbitTurn, dashTurn: dashTurn, level: level,
            orbScale: orbScale(weights), bars: spectrum.bars, peaks: settings.reducesMotion ? [] : spectrum.peaks,
            presence: stream.presence, flow: stream.flow, stream: stream.place, pulses: pulses.shown,
            ripples: ripples, dial: dial, error: error, calm: repose.calm,
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
