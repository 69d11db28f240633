// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a stream's gain at each position: constant, or gradually changing to a new value. Pure.

import Glibc

/// A gain that changes along a raised cosine, so that changes don't click.
struct GainRamp {
    /// The gain at the end of the change.
    private(set) var target = 1.0
    private var origin = 1.0
    private var start: Int64 = .min
    private var count = 0

    /// The gain at a position of the stream.
    func value(at position: Int64) -> Double {
        guard position >= start else { return origin }
        guard start != .min, position - start < Int64(count) else { return target }
        let share = Double(position - start) / Double(count)
        return origin + (target - origin) * (0.5 - 0.5 * cos(.pi * share))
    }

    func apply(_ sample: Int16, at position: Int64) -> Int16 {
        Int16(max(-32_768, min(32_767, (Double(sample) * value(at: position)).rounded())))
    }

    /// True if the gain is 1 from `position` on.
    func isUnity(from position: Int64) -> Bool {
        target == 1 && (start == .min || position - start >= Int64(count))
    }

    /// Sets the gain for the whole stream, without a transition.
    mutating func set(_ value: Double) {
        self = GainRamp()
        target = value
        origin = value
    }

    /// Changes the gain to `value` over `count` samples from `position` on; a change in progress continues from its
    /// current gain.
    mutating func glide(to value: Double, from position: Int64, count: Int) {
        origin = self.value(at: position)
        target = value
        start = position
        self.count = max(1, count)
    }
}
