// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long others wait for the main loop while frames are drawn: ten times a second a timer looks how late it
// is, and an idle source how long it has to wait. Costs 20 µs a second; runs only where somebody reads the figures.

import GioKit
import GtkKit

@MainActor
final class LoopProbe {
    /// How late the timer came and, in a call of its own, how long the idle source waited; seconds.
    var onDelay: (@MainActor (Double) -> Void)?
    var onWait: (@MainActor (Double) -> Void)?

    private var timer: LoopTimer?
    private var idle: IdleCall?

    /// True while it measures.
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
