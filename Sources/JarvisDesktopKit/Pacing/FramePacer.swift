// SPDX-License-Identifier: GPL-3.0-or-later
// Requests frames from the display's clock, from a timer, or not at all.

import GioKit
import GtkKit
import Glibc

/// Calls its handler for every frame, at the requested rate.
@MainActor
package final class FramePacer {
    /// Called with the frame's monotonic time in seconds.
    var onFrame: (@MainActor (Double) -> Void)?
    /// The current rate.
    private(set) var rate = FrameRate.none

    private let widget: Widget
    private var tick: FrameTick?
    private var timer: LoopTimer?

    /// - Parameter widget: its frame clock provides the ticks.
    init(_ widget: Widget) {
        self.widget = widget
    }

    func apply(_ rate: FrameRate) {
        guard rate != self.rate else { return }
        self.rate = rate
        tick = nil
        timer = nil
        switch rate {
        case .full:
            tick = FrameTick(widget) { [weak self] in self?.onFrame?($0) }
        case .every(let milliseconds):
            // A tick callback would wake the frame clock at the display's rate, even for frames that are skipped.
            timer = LoopTimer(milliseconds: milliseconds) { [weak self] in
                self?.onFrame?(Self.now)
                return true
            }
        case .none:
            break
        }
    }

    /// The time on the frame clock's scale (CLOCK_MONOTONIC), in seconds.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
