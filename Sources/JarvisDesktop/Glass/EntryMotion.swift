// SPDX-License-Identifier: GPL-3.0-or-later
// The window's parts fade in one after the other when it opens. Nothing waits for it: what is still faint can be used.

import GtkKit

/// How visible the parts are; a pure function of the time since the first frame.
enum EntryTimeline {
    /// Opacity 0…1 of the part with this number, `seconds` after the first frame; eases out.
    static func opacity(of part: Int, at seconds: Double) -> Double {
        let step = Double(DesignTokens.Motion.entryStep) / 1000
        let fade = Double(DesignTokens.Motion.entryFade) / 1000
        let rest = 1 - min(max((seconds - step * Double(part)) / fade, 0), 1)
        return 1 - rest * rest
    }

    /// Seconds until this many parts have all arrived.
    static func duration(parts: Int) -> Double {
        Double(DesignTokens.Motion.entryStep * max(parts - 1, 0) + DesignTokens.Motion.entryFade) / 1000
    }
}

@MainActor
final class EntryMotion {
    private let parts: [(number: Int, widget: Widget)]
    private let clock: Widget
    private var tick: FrameTick?
    private var start: Double?

    /// - Parameters:
    ///   - parts: with their places in the order; the scene fades itself in as the numbers 0 and 1.
    ///   - clock: a widget that is on screen with them.
    init(_ parts: [(number: Int, widget: Widget)], clock: Widget) {
        self.parts = parts
        self.clock = clock
        tick = FrameTick(clock) { [weak self] in self?.step($0) }
    }

    private func step(_ time: Double) {
        let first = start ?? time
        start = first
        let seconds = time - first
        let last = parts.map(\.number).max() ?? 0
        let isOver =
            clock.windowHasClass("reduced-motion") || seconds >= EntryTimeline.duration(parts: last + 1)
        for (number, widget) in parts {
            widget.opacity = isOver ? 1 : EntryTimeline.opacity(of: number, at: seconds)
        }
        if isOver { tick = nil }
    }
}
