// SPDX-License-Identifier: GPL-3.0-or-later
// Lowers the quality of the picture before frames are late, and raises it when there is time again: a plain but smooth
// picture is better than a rich one that stutters.

package import JarvisVisuals

/// How much of the picture is drawn, best first.
package enum FrameQuality: Int, CaseIterable {
    case full, thinned, reduced, low
    /// Like `low`, at half the display's rate.
    case halved
    /// Like `low`, at the rate for rest; used only if half the display's rate leaves other work no time.
    case sparse

    /// The quality of the scene.
    package var scene: SceneQuality {
        switch self {
        case .full: .full
        case .thinned: .thinned
        case .reduced: .reduced
        case .low, .halved, .sparse: .low
        }
    }

    /// The quality's name in the event log.
    var name: String { "\(self)" }
}

/// Decides by how long frames take, from the tick to the end of painting.
struct QualityGovernor {
    /// A change of quality and its reason.
    struct Step: Equatable {
        var quality: FrameQuality
        var reason: String
    }

    private(set) var quality = FrameQuality.full
    private var durations: [Double] = []
    /// The time since which the medians have been low.
    private var calmSince: Double?
    private var lastRise: Double?
    /// How many seconds of low medians to require before a rise.
    private var patience = DesignTokens.Frames.calmSeconds

    init() {
        durations.reserveCapacity(DesignTokens.Frames.qualityWindow)
    }

    /// Records a frame.
    /// - Parameters:
    ///   - milliseconds: the time from the tick to the end of painting.
    ///   - time: seconds of a monotonic clock.
    /// - Returns: the change of quality that this frame caused, if any.
    mutating func add(milliseconds: Double, at time: Double) -> Step? {
        durations.append(milliseconds)
        guard durations.count >= DesignTokens.Frames.qualityWindow else { return nil }
        let median = durations.sorted()[durations.count / 2]
        durations.removeAll(keepingCapacity: true)
        if median > DesignTokens.Frames.tooLong { return fall(median, time) }
        guard median < DesignTokens.Frames.short else {
            calmSince = nil
            return nil
        }
        let since = calmSince ?? time
        calmSince = since
        return time - since >= patience ? rise(median, time) : nil
    }

    /// Lowers the rate because other work, such as a screen reader or input, waits too long for the main loop.
    /// - Parameter seconds: how long they have waited.
    mutating func starve(seconds: Double, at time: Double) -> Step? {
        durations.removeAll(keepingCapacity: true)
        let next: FrameQuality = quality.rawValue < FrameQuality.halved.rawValue ? .halved : .sparse
        guard next != quality else { return nil }
        notePatience(time)
        quality = next
        return Step(quality: next, reason: "others wait \(Self.text(seconds * 1000)) ms")
    }

    private mutating func fall(_ median: Double, _ time: Double) -> Step? {
        calmSince = nil
        guard quality.rawValue < FrameQuality.halved.rawValue, let next = FrameQuality(rawValue: quality.rawValue + 1)
        else { return nil }
        notePatience(time)
        quality = next
        return Step(quality: next, reason: "frames take \(Self.text(median)) ms")
    }

    /// Waits longer before the next rise if the last one didn't last.
    private mutating func notePatience(_ time: Double) {
        calmSince = nil
        if let lastRise, time - lastRise < 2 * patience {
            patience = min(2 * patience, DesignTokens.Frames.longestCalmSeconds)
        } else {
            patience = DesignTokens.Frames.calmSeconds
        }
    }

    private mutating func rise(_ median: Double, _ time: Double) -> Step? {
        calmSince = nil
        guard let next = FrameQuality(rawValue: quality.rawValue - 1) else { return nil }
        quality = next
        lastRise = time
        return Step(quality: next, reason: "frames take only \(Self.text(median)) ms")
    }

    private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10)" }
}
