// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for frames: by the display's tick, by a timer, or not at all.

import GioKit
import GtkKit
import Glibc

/// Calls its handler for every frame, at the rate that it is told.
@MainActor
final class FramePacer {
    /// The time of the frame in seconds, monotonic.
    var onFrame: (@MainActor (Double) -> Void)?
    /// The current rate.
    private(set) var rate = FrameRate.none

    private let widget: Widget
    private var tick: FrameTick?
    private var timer: LoopTimer?

    /// - Parameter widget: whose frame clock gives the ticks.
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
            // A tick callback would wake the frame clock at the display's rate, even for frames that it skips.
            timer = LoopTimer(milliseconds: milliseconds) { [weak self] in
                self?.onFrame?(Self.now)
                return true
            }
        case .none:
            break
        }
    }

    /// Seconds on the frame clock's own scale (CLOCK_MONOTONIC).
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
