// SPDX-License-Identifier: GPL-3.0-or-later
// The face over time: turns phase, level and spectrum of each tick into frames. Owned by whoever ticks (the window's
// frame clock, or a loop that renders pictures); a value, so tests can fork it.

/// Holds everything that has a past: morph, springs, smoothing, clocks.
public struct SceneAnimator: Sendable {
    /// Takes effect with the next frame.
    public var settings: SceneSettings
    /// The field; takes effect with the next frame.
    public var size: SceneSize

    private var morph: LookMorph
    private var spectrum = SpectrumFollower()
    private var orb = Spring(
        response: SceneMetrics.springResponse, damping: SceneMetrics.springDamping, value: 1)
    /// How much the voice swells the orb.
    private var voiceScale = 1.0
    private var level = 0.0
    private var time = 0.0
    private var orbitTurn = 0.0
    private var lastTick: Double?
    private var errorTime: Double?
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

    /// True while a change is under way that needs every frame: a morph, the fade-in, an error's shake.
    public var isInTransition: Bool { morph.isMorphing || entry != nil || errorTime != nil }

    /// The phase that the face shows or is morphing to.
    public var phase: ScenePhase { morph.phase }

    /// Shakes the face and tints it red, once.
    public mutating func showError() { errorTime = 0 }

    /// The frame at `time`, in seconds of a clock that never goes back (the frame clock's).
    ///
    /// The clock may pause or stall: at most 50 ms pass between two frames. `level` is 0…1; `spectrum` holds 64 bands,
    /// 0…1, low to high, or nothing.
    public mutating func advance(
        to time: Double, phase: ScenePhase, level: Double = 0, spectrum: [Float] = []
    ) -> SceneFrame {
        let step = min(max(time - (lastTick ?? time), 0), SceneMetrics.longestStep)
        lastTick = time
        morph.turn(to: phase)
        morph.advance(step)
        follow(level: level.isFinite ? min(max(level, 0), 1) : 0, step: step)
        self.spectrum.advance(step, spectrum: spectrum)
        moveClocks(step)
        return SceneComposer.frame(input, particles: particleTable())
    }

    private mutating func follow(level target: Double, step: Double) {
        let constant = target > level ? SceneMetrics.levelAttack : SceneMetrics.levelRelease
        level += (target - level) * Easing.approach(step, timeConstant: constant)
        let weights = morph.weights
        let voiced = weights.recording + weights.held + 0.5 * weights.speaking
        orb.advance(step, towards: orbTarget(weights))
        voiceScale = 1 + SceneMetrics.levelScale * level * min(voiced, 1)
    }

    /// The orb's resting size by look; smaller while it works, so that the segments have room.
    private func orbTarget(_ weights: LookWeights) -> Double {
        1 - 0.22 * weights.processing - 0.10 * weights.speaking
    }

    private mutating func moveClocks(_ step: Double) {
        let speed = settings.pace
        time += step * speed
        if !settings.reducesMotion {
            orbitTurn += step * speed * (1 + 1.5 * level) / SceneMetrics.orbitPeriod
            orbitTurn -= orbitTurn.rounded(.down)
        }
        if let shown = errorTime {
            errorTime = shown + step < SceneMetrics.errorDuration ? shown + step : nil
        }
        if let begun = entry { entry = begun + step < 0.6 ? begun + step : nil }
    }

    private var input: SceneInput {
        SceneInput(
            weights: morph.weights, time: time, orbitTurn: orbitTurn, level: level, orbScale: orb.value * voiceScale,
            bars: spectrum.bars, errorTime: errorTime, particleAppearance: entry.map { Easing.out($0 / 0.4) } ?? 1,
            visualizerAppearance: entry.map { Easing.out(($0 - 0.1) / 0.4) } ?? 1, settings: settings, size: size)
    }

    private mutating func particleTable() -> ParticleTable {
        let key = ParticleKey(
            count: settings.particleCount, palette: settings.palette, hueRotation: settings.hueRotation,
            isStrong: settings.increasesContrast, illumination: settings.illumination)
        if key != particleKey {
            particleKey = key
            particles = ParticleField.table(
                count: key.count, palette: settings.resolvedPalette, illumination: key.illumination)
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
