// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long other work waits for the main loop while frames are drawn: ten times a second, the delay of a timer
// and of an idle source. Costs 20 µs a second. Runs only if frames are measured.

import GioKit
import GtkKit

@MainActor
final class LoopProbe {
    /// Called with the timer's delay in seconds; `onWait` likewise with the idle source's wait.
    var onDelay: (@MainActor (Double) -> Void)?
    var onWait: (@MainActor (Double) -> Void)?

    private var timer: LoopTimer?
    private var idle: IdleCall?

    /// True while the probe measures.
    var isRunning: Bool {
        get { timer != nil }
        set { if newValue != isRunning { newValue ? start() : stop() } }
    }

    private func start() {
        let period = DesignTokens.Frames.probe
        var expected = FramePacer.now + Double(period) / 1000
        timer = LoopTimer(milliseconds: period) { [weak self] in
            guard let self else { return false }
            let now = FramePacer.now
            onDelay?(now - expected)
            expected = now + Double(period) / 1000
            if idle?.isPending != true {
                idle = IdleCall { [weak self] in self?.onWait?(FramePacer.now - now) }
            }
            return true
        }
    }

    private func stop() {
        timer = nil
        idle = nil
    }
}
