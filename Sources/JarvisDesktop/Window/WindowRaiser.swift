// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the open window to the front when the program is started again. A compositor may refuse that, and brings back
// no minimized window by itself; then the user learns where the window is.

import GioKit
import GtkKit

/// Raises a window, and sees to it that something can be seen of that.
@MainActor
final class WindowRaiser {
    /// What is left to do for a window that has been asked to come to the front.
    enum Step: Hashable {
        case nothing, showAnew, askForAttention, tell
    }

    /// How long a compositor gets; it answers within a frame or two.
    private static let patienceMilliseconds = 400
    /// A window on the screen is drawn more often than this in that time.
    private static let fewFrames = 2
    /// The next lower one that there is.
    private static let almostOpaque = 254.0 / 255
    /// Compositors that minimize windows for good, by a global that only they have.
    private static let minimizing = ["org_kde_plasma_shell"]

    /// Nothing of the window can be brought before the user's eyes.
    var onUnseen: (@MainActor () -> Void)?
    private var timer: LoopTimer?
    private var tick: FrameTick?

    func raise(_ window: Window) {
        window.present()
        guard WaylandDisplay.isInUse, !window.isActive else { return }
        var frames = 0
        tick = FrameTick(window) { [weak window] _ in
            frames += 1
            // Where nothing moves, nothing would be handed to the compositor, which alone knows whether it is seen.
            window?.opacity = frames.isMultiple(of: 2) ? 1 : Self.almostOpaque
        }
        timer = .once(milliseconds: Self.patienceMilliseconds) { [weak self, weak window] in
            guard let self else { return }
            tick = nil
            timer = nil
            guard let window else { return }
            window.opacity = 1
            take(
                Self.step(
                    isActive: window.isActive, isDrawn: frames > Self.fewFrames,
                    canMinimize: Self.minimizing.contains(where: WaylandDisplay.offers),
                    canAsk: Window.canAskForAttention), window)
        }
    }

    /// - Parameters:
    ///   - isDrawn: frames of it are shown: it is neither minimized nor on another workspace.
    ///   - canMinimize: the compositor has windows that only their own program brings back.
    ///   - canAsk: the compositor shows which window wants attention.
    nonisolated static func step(isActive: Bool, isDrawn: Bool, canMinimize: Bool, canAsk: Bool) -> Step {
        if isActive { return .nothing }
        if !isDrawn && canMinimize { return .showAnew }
        return canAsk ? .askForAttention : .tell
    }

    private func take(_ step: Step, _ window: Window) {
        switch step {
        case .nothing: break
        case .showAnew: window.showAnew()
        case .askForAttention: window.askForAttention()
        case .tell: onUnseen?()
        }
    }
}
