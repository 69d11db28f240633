// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the state at one moment into the tables of one frame. Pure: the same input always gives the same bytes.

import CRasterizer

/// Composes one frame; extensions add the arcs of each look.
struct SceneComposer {
    let input: SceneInput
    let palette: ScenePalette
    /// The light's colour and brightness, multiplied with every colour.
    let illumination: SceneColor
    /// The colour of processing: the accent while transcribing, purple while thinking.
    let thoughtColor: SceneColor
    /// The current colour: a mix of the visible looks, reddened by an error.
    let stateColor: SceneColor
    private(set) var arcs: [ArcRecord] = []

    init(_ input: SceneInput) {
        self.input = input
        palette = input.settings.resolvedPalette.absorbed
        illumination = input.settings.illumination
        thoughtColor = palette.accent.mixed(with: palette.deep, input.weights.thought)
        stateColor = Self.mixedColor(input.weights, palette, thought: thoughtColor)
            .mixed(with: palette.error, Self.redness * (input.error?.strength ?? 0))
        arcs.reserveCapacity(SceneFrame.arcLimit)
    }

    /// Composes the frame, given the particle table for its settings.
    static func frame(_ input: SceneInput, particles: ParticleTable) -> SceneFrame {
        var composer = SceneComposer(input)
        composer.addOrb()
        composer.addAura()
        composer.addIdleRing()
        composer.addDial()
        composer.addBloom()
        composer.addRipples()
        composer.addPulses()
        composer.addArmedRings()
        composer.addRecordingWaves()
        composer.addHeldRings()
        composer.addSegments()
        composer.addGauge()
        composer.addClock()
        composer.addBars()
        composer.addTimers()
        // Larger fields show more particles, to keep the spacing; high contrast shows fewer.
        let contrast = input.settings.increasesContrast ? SceneMetrics.highContrastParticles : 1
        let share = contrast * input.settings.quality.particleShare
        let wanted = Double(ParticleField.count(setting: input.settings.particleCount, in: input.size)) * share
        let moving = min(Int(wanted), particles.records.count - particles.backdropCount)
        return SceneFrame(
            view: composer.view, particles: particles, particleCount: particles.backdropCount + moving,
            arcs: composer.arcs, size: input.size, ground: input.settings.ground, roomLight: composer.roomLight)
    }

    // MARK: Shared by the looks

    var weights: LookWeights { input.weights }
    var moves: Bool { !input.settings.reducesMotion }
    var level: Double { input.level }
    /// The total weight of the looks shown during a recording.
    var taking: Double { weights.recording + weights.held }
    /// The clock of everything that moves or breathes; fixed with reduced motion.
    var time: Double { moves ? input.time : SceneMetrics.stillTime }

    /// The strength of glows as a multiple.
    private var wash: Double { palette.wash * (1 - palette.alarmFading * alarm) }

    /// The strength of the shown error, 0…1.
    var alarm: Double { input.error?.strength ?? 0 }

    private static func mixedColor(_ w: LookWeights, _ palette: ScenePalette, thought: SceneColor) -> SceneColor {
        let sum = w.idle + w.recording + w.armed + w.held + w.processing + w.speaking
        guard sum > 0 else { return palette.accent }
        var mixed = SceneColor(red: 0, green: 0, blue: 0)
        func add(_ color: SceneColor, _ weight: Double) {
            mixed.red += color.red * (weight / sum)
            mixed.green += color.green * (weight / sum)
            mixed.blue += color.blue * (weight / sum)
        }
        add(palette.accent, w.idle + w.recording)
        add(palette.armed, w.armed)
        add(palette.held, w.held)
        add(thought, w.processing)
        add(palette.speaking, w.speaking)
        return mixed
    }

    /// How strongly an error reddens every colour.
    private static let redness = 0.85

    func alarmed(_ color: SceneColor) -> SceneColor { color.mixed(with: palette.error, Self.redness * alarm) }

    /// Adds an arc unless it is too faint to see; high contrast turns glows into solid bodies.
    mutating func add(_ arc: ArcRecord, weight: Double = 1, keepsGlow: Bool = false) {
        var arc = arc
        arc.red *= Float(illumination.red)
        arc.green *= Float(illumination.green)
        arc.blue *= Float(illumination.blue)
        if !keepsGlow, !input.settings.quality.hasGlow { arc.glow = 0 }
        arc.gain *= Float(weight * input.visualizerAppearance)
        arc.glow *= Float(weight * input.visualizerAppearance)
        if input.settings.increasesContrast { arc = arc.solid } else { arc.glow *= Float(wash) }
        guard arc.isVisible, arcs.count < SceneFrame.arcLimit else { return }
        arcs.append(arc)
    }

    private var view: SceneView {
        let size = input.size
        let tint = stateColor.multiplied(by: input.settings.whitePoint)
        // In states other than idle, the particles take on some of the state's colour.
        let amount = 0.30 * weights.armed + 0.60 * weights.held + 0.30 * weights.processing + 0.75 * alarm
        let contrast = input.settings.increasesContrast ? 0.6 : 1
        // The visualizer shakes; the surroundings don't.
        let shake = moves ? (input.error?.offset ?? 0) * palette.shaking : 0
        let aside = moves ? SceneMetrics.parallax * size.scale : 0
        return SceneView(
            width: Float(size.pixelWidth), height: Float(size.pixelHeight), scale: Float(size.scale),
            visual_scale: Float(size.scale * size.visualizerScale(zoom: input.settings.zoom, lift: input.lift)),
            centre_x: Float((Double(size.pixelWidth) / 2).rounded(.down) + (shake * size.scale).rounded()),
            centre_y: Float((Double(size.pixelHeight) / 2).rounded(.down) - (input.lift * size.scale).rounded()),
            field_x: Float(size.pixelWidth) / 2, field_y: Float(size.pixelHeight) / 2,
            orbit_turn: Float(input.orbitTurn),
            wobble: moves ? Float(0.01 + 0.06 * level) : 0,
            particle_gain: Float((1 + SceneMetrics.levelParticleGain * level) * input.particleAppearance * contrast),
            particle_size: Float(
                (moves ? 1 + 0.25 * level : 1) * Self.particleScale(size) * input.settings.quality.particleScale),
            tint_red: Float(tint.red),
            tint_green: Float(tint.green), tint_blue: Float(tint.blue), tint_amount: Float(min(amount, 0.9)),
            parallax_x: Float(aside * input.pointer.x), parallax_y: Float(aside * input.pointer.y),
            flow: moves ? Float(input.flow) : 0, stream: Float(input.stream))
    }

    /// Particles are smaller in small fields and slightly larger on large screens.
    private static func particleScale(_ size: SceneSize) -> Double {
        let side = min(size.width, size.height)
        return min(1, 0.4 + side / 900) + 0.4 * min(max((side - 1080) / 1080, 0), 1)
    }
}
