// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a look of the microphone button. Renders disc and glow once per colour and then copies them, so a frame draws
// only rings and a glyph.

import Glibc
import GtkKit

@MainActor
final class MicrophoneFace {
    private struct Key: Hashable {
        var fill: MicrophoneLook.Fill
        var scale: Int
        var side: Double
        var glow: Double
    }

    /// The most discs to keep: one per phase, and some for accents that the user tries in the settings.
    private static let capacity = 12

    private var discs: [Key: DrawnPicture] = [:]

    /// Draws the look around the canvas's origin, scaled by `factor`.
    func draw(_ look: MicrophoneLook, _ canvas: Canvas, scale: Int, factor: Double, opacity: Double) {
        // An even number of pixels, so the picture is copied in place and not resampled.
        let side = (Double(DesignTokens.Size.microphoneArea) * factor / 2).rounded(.down) * 2
        canvas.paint(disc(look, scale, side: side), x: -side / 2, y: -side / 2, opacity: opacity)
        canvas.saved {
            canvas.scale(factor)
            drawSigns(look, canvas, opacity)
        }
    }

    /// Draws the moving parts: the rings and the glyph.
    private func drawSigns(_ look: MicrophoneLook, _ canvas: Canvas, _ opacity: Double) {
        for ring in look.rings { draw(ring, canvas, opacity) }
        let color = look.glyphColor.faded(opacity)
        canvas.setColor(color)
        switch look.glyph {
        case .microphone: MicrophoneGlyphs.microphone(canvas, height: look.glyphSize, isMuted: false)
        case .mutedMicrophone: MicrophoneGlyphs.microphone(canvas, height: look.glyphSize, isMuted: true)
        case .stop: MicrophoneGlyphs.stop(canvas, side: look.glyphSize)
        case .spinner: MicrophoneGlyphs.spinner(canvas, radius: 16, turn: look.spin)
        case .speaker: MicrophoneGlyphs.speaker(canvas, height: look.glyphSize, waves: look.waves, color: color)
        }
    }

    private func draw(_ ring: MicrophoneLook.Ring, _ canvas: Canvas, _ opacity: Double) {
        canvas.setColor(ring.color.faded(opacity))
        guard !ring.dashes.isEmpty else {
            canvas.circle(0, 0, ring.radius)
            return canvas.stroke(width: ring.width)
        }
        canvas.saved {
            canvas.rotate(ring.turn * 2 * .pi)
            canvas.dash(ring.dashes)
            canvas.circle(0, 0, ring.radius)
            canvas.stroke(width: ring.width, isRound: false)
        }
    }

    private func disc(_ look: MicrophoneLook, _ scale: Int, side: Double) -> DrawnPicture {
        let key = Key(fill: look.fill, scale: scale, side: side, glow: look.glow)
        if let known = discs[key] { return known }
        if discs.count >= Self.capacity { discs = [:] }
        let picture = DrawnPicture(width: side, height: side, scale: scale) { canvas in
            canvas.translate(side / 2, side / 2)
            canvas.scale(side / Double(DesignTokens.Size.microphoneArea))
            Self.drawDisc(key.fill, canvas, reach: DesignTokens.Size.microphoneGlow, glow: key.glow)
        }
        discs[key] = picture
        return picture
    }

    private static func drawDisc(_ fill: MicrophoneLook.Fill, _ canvas: Canvas, reach: Double, glow share: Double) {
        let radius = MicrophoneLook.radius
        let glow = fill.glow.faded(share)
        canvas.setRadialGradient(0, 0, from: radius - 2, to: reach, [(0, glow), (1, glow.faded(0))])
        canvas.circle(0, 0, reach)
        canvas.fill()
        switch fill {
        case .shaded(let color):
            canvas.setLinearGradient(
                from: (0, -radius), to: (0, radius),
                [
                    (0, color.mixed(with: DesignTokens.Palette.white, 0.08)),
                    (1, color.mixed(with: DesignTokens.Palette.background, 0.14)),
                ])
        case .slanted(let start, let end):
            canvas.setLinearGradient(from: (-radius, -radius), to: (radius, radius), [(0, start), (1, end)])
        case .veiled(let color, let ground):
            canvas.setColor(ground)
            canvas.circle(0, 0, radius)
            canvas.fill()
            canvas.setColor(color)
        }
        canvas.circle(0, 0, radius)
        canvas.fill()
    }
}
