// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the open window to the front when the user starts the program again. A compositor may refuse this, and may not
// restore a minimized window; in that case JARVIS tells the user where the window is.

import GioKit
import GtkKit

/// Raises a window, and makes sure that the user notices.
@MainActor
final class WindowRaiser {
    /// The next step for a window that didn't come to the front.
    enum Step: Hashable {
        case nothing, showAnew, askForAttention, tell
    }

    /// How long to wait for the compositor, which answers within a frame or two.
    private static let patienceMilliseconds = 400
    /// A window that draws more frames than this during the wait is visible.
    private static let fewFrames = 2
    /// The opacity one step of 1/255 below 1.
    private static let almostOpaque = 254.0 / 255
    /// Globals of compositors that minimize windows in a way that only the program can undo.
    private static let minimizing = ["org_kde_plasma_shell"]

    /// Called if the window can't be made visible to the user.
    var onUnseen: (@MainActor () -> Void)?
    private var timer: LoopTimer?
    private var tick: FrameTick?

    func raise(_ window: Window) {
        window.present()
        guard WaylandDisplay.isInUse, !window.isActive else { return }
        var frames = 0
        tick = FrameTick(window) { [weak window] _ in
            frames += 1
            // Change something in every frame: a still window sends the compositor nothing, and only its answers show
            // whether the window is visible.
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
    ///   - isDrawn: true if the window's frames are shown, so it is neither minimized nor on another workspace.
    ///   - canMinimize: true if the compositor minimizes windows that only their own program can restore.
    ///   - canAsk: true if the compositor shows which window wants attention.
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
