// SPDX-License-Identifier: GPL-3.0-or-later
// Fades in the window's parts one after another when it opens. Nothing waits for this: faint parts can already be used.

package import GtkKit

/// The visibility of the parts. Depends only on the time since the first frame.
enum EntryTimeline {
    /// The opacity, 0…1, of the part with this number, `seconds` after the first frame. Eases out.
    static func opacity(of part: Int, at seconds: Double) -> Double {
        let step = Double(DesignTokens.Motion.entryStep) / 1000
        let fade = Double(DesignTokens.Motion.entryFade) / 1000
        let rest = 1 - min(max((seconds - step * Double(part)) / fade, 0), 1)
        return 1 - rest * rest
    }

    /// The number of seconds until this many parts are fully visible.
    static func duration(parts: Int) -> Double {
        Double(DesignTokens.Motion.entryStep * max(parts - 1, 0) + DesignTokens.Motion.entryFade) / 1000
    }
}

@MainActor
package final class EntryMotion {
    private let parts: [(number: Int, widget: Widget)]
    private let clock: Widget
    private var tick: FrameTick?
    private var start: Double?

    /// - Parameters:
    ///   - parts: the widgets, with their positions in the sequence. The scene fades itself in as numbers 0 and 1.
    ///   - clock: a widget that is visible at the same time, for its frame clock.
    package init(_ parts: [(number: Int, widget: Widget)], clock: Widget) {
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
