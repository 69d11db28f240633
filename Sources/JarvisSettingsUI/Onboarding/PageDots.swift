// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the position in the setup: a dot for each page, and light that flows from the page being left to the next one.

import GtkKit
import JarvisDesktopKit

/// The light on its way from dot to dot. Depends only on time.
struct EnergyFlow: Equatable {
    var from: Int
    var to: Int

    /// The light's position, counted in dots from the first one, and its brightness, 0…1; nil once it has arrived.
    func place(at seconds: Double) -> (dot: Double, strength: Double)? {
        let share = seconds / DesignTokens.Onboarding.energy
        guard from != to, (0..<1).contains(share) else { return nil }
        let eased = share * share * (3 - 2 * share)
        return (Double(from) + Double(to - from) * eased, 1 - share * share)
    }
}

@MainActor
final class PageDots {
    let root: Widget

    private let area: DrawingArea
    private let count: Int
    private var current = 0
    private var flow: EnergyFlow?
    private var beginning: Double?
    private var seconds = 0.0
    private var tick: FrameTick?

    init(count: Int) {
        self.count = count
        let width = Double(count) * DesignTokens.Onboarding.dotGap
        area = DrawingArea(width: Int(width), height: DesignTokens.Onboarding.dotsHeight)
        root = area
        area.align(horizontal: .center)
        area.receivesPointer = false
        area.setRole(.status)
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    /// - Parameters:
    ///   - title: the page's title, for screen readers.
    ///   - introduction: the page's text, likewise.
    func show(_ index: Int, _ title: String, _ introduction: String) {
        let place = localized("Step %1 of %2: %3", String(index + 1), String(count), title)
        area.setAccessibleLabel(place)
        area.announce(introduction.isEmpty ? place : "\(place). \(introduction)", .place)
        if index != current, !area.windowHasClass("reduced-motion") {
            flow = EnergyFlow(from: current, to: index)
            beginning = nil
            tick = FrameTick(area) { [weak self] in self?.step($0) }
        }
        current = index
        area.queueDraw()
    }

    /// Stops the animation.
    func end() { tick = nil }

    private func step(_ time: Double) {
        let start = beginning ?? time
        beginning = start
        seconds = time - start
        if flow?.place(at: seconds) == nil {
            flow = nil
            tick = nil
        }
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let metrics = DesignTokens.Onboarding.self
        let accent = area.color(named: "cyan") ?? DesignTokens.Palette.cyan
        let middle = height / 2
        let neutral = area.themed(DesignTokens.Palette.neutral)
        // The first page is where reading starts.
        let gap = area.isRightToLeft ? -metrics.dotGap : metrics.dotGap
        let start = width / 2 - Double(count - 1) * gap / 2
        func x(_ dot: Double) -> Double { start + dot * gap }
        canvas.setColor(neutral.faded(0.5))
        canvas.move(x(0), middle)
        canvas.line(x(Double(count - 1)), middle)
        canvas.stroke(width: 1)
        canvas.setColor(accent)
        canvas.move(x(0), middle)
        canvas.line(x(Double(current)), middle)
        canvas.stroke(width: 2)
        for dot in 0..<count {
            let isCurrent = dot == current
            if isCurrent {
                canvas.setRadialGradient(
                    x(Double(dot)), middle, to: metrics.dot * 3, [(0, accent.faded(0.6)), (1, accent.faded(0))])
                canvas.circle(x(Double(dot)), middle, metrics.dot * 3)
                canvas.fill()
            }
            canvas.setColor(dot <= current ? accent : neutral)
            canvas.circle(x(Double(dot)), middle, isCurrent ? metrics.dot * 1.4 : metrics.dot)
            canvas.fill()
        }
        guard let energy = flow?.place(at: seconds) else { return }
        let reach = metrics.dot * 2.6
        canvas.setRadialGradient(
            x(energy.dot), middle, to: reach,
            [
                (0, DesignTokens.Palette.white.faded(energy.strength)), (0.4, accent.faded(energy.strength)),
                (1, accent.faded(0)),
            ])
        canvas.circle(x(energy.dot), middle, reach)
        canvas.fill()
    }
}
