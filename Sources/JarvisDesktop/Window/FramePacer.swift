// SPDX-License-Identifier: GPL-3.0-or-later
// Decides how often the window draws, and calls whoever draws: the display's rate while something happens, less at
// rest, nothing when nobody can see it or wants it.

import GtkKit
import Glibc

/// How often frames are drawn.
enum FrameRate: Equatable {
    /// At every tick of the display.
    case full
    /// By a timer, this many milliseconds apart.
    case every(Int)
    case none

    static let resting = FrameRate.every(33)
    static let unfocused = FrameRate.every(83)
}

/// What the rate depends on.
struct FrameDemand: Equatable {
    var isVisible = false
    var isFocused = true
    var isMotionAllowed = true
    /// The phase rests until somebody does something.
    var isResting = true
    /// Something has changed a short while ago.
    var isFresh = false

    var rate: FrameRate {
        guard isVisible, isMotionAllowed else { return .none }
        guard isResting else { return .full }
        if isFresh { return .full }
        return isFocused ? .resting : .unfocused
    }
}

/// Calls its handler for every frame, at the rate that the demand gives.
@MainActor
final class FramePacer {
    /// The time of the frame in seconds, monotonic.
    var onFrame: (@MainActor (Double) -> Void)?

    private let widget: Widget
    private var rate = FrameRate.none
    private var tick: FrameTick?
    private var timer: LoopTimer?

    /// - Parameter widget: whose frame clock gives the ticks.
    init(_ widget: Widget) {
        self.widget = widget
    }

    func apply(_ demand: FrameDemand) {
        guard demand.rate != rate else { return }
        rate = demand.rate
        tick = nil
        timer = nil
        switch rate {
        case .full:
            tick = FrameTick(widget) { [weak self] in self?.onFrame?($0) }
        case .every(let milliseconds):
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
