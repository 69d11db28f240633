// SPDX-License-Identifier: GPL-3.0-or-later
// A bell from which waves spread while something rings. Nothing flashes: each wave comes and goes softly.

import GioKit
import GtkKit

/// The waves around the bell. Depends only on time.
struct BellWaves: Equatable {
    /// A wave: how far it has come, 0…1, and its opacity.
    struct Wave: Equatable {
        var reach: Double
        var opacity: Double
    }

    let waves: [Wave]

    /// - Parameter seconds: the time since it began to ring.
    init(at seconds: Double) {
        let count = DesignTokens.Ringing.waves
        waves = (0..<count).map { number in
            let turns = seconds / DesignTokens.Ringing.wave + Double(number) / Double(count)
            let reach = turns - turns.rounded(.down)
            // Appears and disappears without an edge.
            return Wave(reach: reach, opacity: 2.6 * reach * (1 - reach) * (1 - reach))
        }
    }

    /// Evenly spread, for windows without motion.
    static let still = BellWaves(at: DesignTokens.Ringing.wave / 6)
}

@MainActor
final class RingingBell {
    let root: Widget

    private let area = DrawingArea(width: DesignTokens.Ringing.bell, height: DesignTokens.Ringing.bell)
    private var waves = BellWaves.still
    private var beginning: Double?
    private var timer: LoopTimer?

    init() {
        let icon = Image(icon: "alarm-symbolic", pixels: DesignTokens.Ringing.icon)
        icon.addClass("ringing-bell")
        icon.align(horizontal: .center, vertical: .center)
        icon.setRole(.none)
        area.setRole(.none)
        area.align(horizontal: .center)
        let layers = Overlay(area)
        layers.addLayer(icon)
        layers.align(horizontal: .center)
        root = layers
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, min(width, height)) }
        area.connect("map", after: true) { [weak self] _ in self?.begin() }
        area.connect("unmap", after: true) { [weak self] _ in self?.timer = nil }
    }

    private func begin() {
        guard !area.windowHasClass("reduced-motion") else {
            waves = .still
            return area.queueDraw()
        }
        beginning = FramePacer.now
        timer = LoopTimer(milliseconds: DesignTokens.Ringing.frameMilliseconds) { [weak self] in
            guard let self, let beginning = self.beginning else { return false }
            waves = area.windowHasClass("reduced-motion") ? .still : BellWaves(at: FramePacer.now - beginning)
            area.queueDraw()
            return true
        }
    }

    private func draw(_ canvas: Canvas, _ side: Double) {
        let middle = side / 2
        let color = area.color(named: "held_fill") ?? DesignTokens.Ringing.color
        let disc = DesignTokens.Ringing.disc
        for wave in waves.waves {
            canvas.setColor(color.faded(wave.opacity))
            canvas.circle(middle, middle, disc + (middle - disc - 2) * wave.reach)
            canvas.stroke(width: 2)
        }
        canvas.setColor(color)
        canvas.circle(middle, middle, disc)
        canvas.fill()
    }
}
