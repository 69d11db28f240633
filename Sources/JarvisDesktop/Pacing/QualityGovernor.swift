// SPDX-License-Identifier: GPL-3.0-or-later
// Steps the picture's quality down before frames are late, and up again when there is time: a smooth plain picture is
// better than a rich one that stutters.

import JarvisVisuals

/// How much is drawn, best first.
enum FrameQuality: Int, CaseIterable {
    case full, thinned, reduced, low
    /// As `low`, at half the display's rate.
    case halved
    /// As `low`, at the rate of rest: only where half the rate leaves others no time.
    case sparse

    /// The quality of the scene.
    var scene: SceneQuality {
        switch self {
        case .full: .full
        case .thinned: .thinned
        case .reduced: .reduced
        case .low, .halved, .sparse: .low
        }
    }

    /// The quality in the event log.
    var name: String { "\(self)" }
}

/// Watches how long frames take from the tick to the end of painting.
struct QualityGovernor {
    /// A change of quality and its reason.
    struct Step: Equatable {
        var quality: FrameQuality
        var reason: String
    }

    private(set) var quality = FrameQuality.full
    private var durations: [Double] = []
    /// When the medians have begun to be low.
    private var calmSince: Double?
    private var lastRise: Double?
    /// Seconds of calm that a rise takes.
    private var patience = DesignTokens.Frames.calmSeconds

    init() {
        durations.reserveCapacity(DesignTokens.Frames.qualityWindow)
    }

    /// Takes one frame into account.
    /// - Parameters:
    ///   - milliseconds: from the tick to the end of painting.
    ///   - time: seconds of a monotonic clock.
    /// - Returns: the step that this frame has brought about.
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

    /// Others wait for the main loop: a screen reader, input. This is about responsiveness, not picture quality.
    /// - Parameter seconds: how long they have been waiting.
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

    /// A rise that did not last is not tried again so soon.
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
