// SPDX-License-Identifier: GPL-3.0-or-later
// The reactor that assembles itself on the first page: a ring is drawn, segments arrive one after another, the core
// lights up, and a scan line passes over the whole. The picture depends only on time.

import Glibc
import GtkKit
import JarvisDesktopKit

/// How far the logo has been assembled.
struct LogoAssembly: Equatable {
    static let segmentCount = 10

    /// The share of the outer ring that is drawn, 0…1.
    var ring: Double
    /// The progress of each segment, 0…1.
    var segments: [Double]
    /// The core's brightness, 0…1.
    var core: Double
    /// The position of the scan line, 0…1 from the top; nil once it has passed.
    var scan: Double?

    /// The complete logo.
    static let whole = LogoAssembly(at: DesignTokens.Onboarding.assembly)

    /// - Parameter seconds: the time since the start.
    init(at seconds: Double) {
        let share = min(max(seconds / DesignTokens.Onboarding.assembly, 0), 1)
        ring = Self.eased(share, from: 0, to: 0.4)
        segments = (0..<Self.segmentCount).map { number in
            let start = 0.2 + 0.5 * Double(number) / Double(Self.segmentCount)
            return Self.eased(share, from: start, to: start + 0.2)
        }
        core = Self.eased(share, from: 0.65, to: 1)
        scan = share < 1 ? share : nil
    }

    /// The progress, 0…1, between two times; eases out.
    private static func eased(_ share: Double, from start: Double, to end: Double) -> Double {
        let rest = 1 - min(max((share - start) / (end - start), 0), 1)
        return 1 - rest * rest
    }
}

@MainActor
final class AssemblingLogo {
    let root: Widget

    private let area = DrawingArea(width: DesignTokens.Onboarding.logo, height: DesignTokens.Onboarding.logo)
    private var tick: FrameTick?
    private var beginning: Double?
    private var assembly = LogoAssembly(at: 0)

    init() {
        root = area
        area.align(horizontal: .center, vertical: .center)
        area.setRole(.image)
        area.setAccessibleLabel(localized("JARVIS logo"))
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, min(width, height)) }
    }

    /// Starts the animation; without motion, shows the complete logo at once.
    func begin() {
        guard !area.windowHasClass("reduced-motion") else { return complete() }
        beginning = nil
        tick = FrameTick(area) { [weak self] in self?.step($0) }
    }

    /// Completes the logo at once.
    func complete() {
        tick = nil
        assembly = .whole
        area.queueDraw()
    }

    /// Stops the animation.
    func end() { tick = nil }

    private func step(_ time: Double) {
        let start = beginning ?? time
        beginning = start
        let seconds = time - start
        let isOver = seconds >= DesignTokens.Onboarding.assembly || area.windowHasClass("reduced-motion")
        guard !isOver else { return complete() }
        assembly = LogoAssembly(at: seconds)
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ side: Double) {
        let accent = area.color(named: "cyan") ?? DesignTokens.Palette.cyan
        let middle = side / 2
        let radius = side / 2 - 8
        canvas.setRadialGradient(
            middle, middle, to: radius, [(0, accent.faded(0.45 * assembly.core)), (1, accent.faded(0))])
        canvas.circle(middle, middle, radius)
        canvas.fill()
        canvas.setColor(accent)
        canvas.arc(middle, middle, radius - 2, from: -.pi / 2, to: -.pi / 2 + 2 * .pi * assembly.ring)
        canvas.stroke(width: 4)
        for (number, share) in assembly.segments.enumerated() where share > 0 {
            let count = Double(LogoAssembly.segmentCount)
            let start = (Double(number) + 0.14) / count * 2 * .pi
            let reach = radius * (0.66 + 0.3 * (1 - share))
            canvas.setColor(accent.faded(0.75 * share))
            canvas.arc(middle, middle, reach, from: start, to: start + 0.72 / count * 2 * .pi)
            canvas.stroke(width: radius * 0.16, isRound: false)
        }
        canvas.setColor(area.themed(DesignTokens.Palette.reactorCore).faded(assembly.core))
        canvas.circle(middle, middle, radius * 0.3 * assembly.core)
        canvas.fill()
        canvas.setColor(accent.faded(assembly.core))
        canvas.circle(middle, middle, radius * 0.42)
        canvas.stroke(width: 1.5)
        guard let scan = assembly.scan else { return }
        let height = 8 + scan * (side - 16)
        canvas.setLinearGradient(
            from: (0, height - side / 6), to: (0, height), [(0, accent.faded(0)), (1, accent.faded(0.3))])
        canvas.rectangle(0, height - side / 6, side, side / 6)
        canvas.fill()
        canvas.setColor((area.isLight ? accent : DesignTokens.Palette.white).faded(0.7))
        canvas.move(0, height)
        canvas.line(side, height)
        canvas.stroke(width: 1.5)
    }
}
