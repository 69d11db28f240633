// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks the window to the pill and gives it back the size it had. The same window: its place, its keyboard focus and
// the conversation stay. A window manager that holds the window full screen or maximised has to let go first.

import GioKit
import GtkKit

@MainActor
final class CompactMode {
    private(set) var isOn = false
    /// The window is about to change (true: to the pill).
    var onChange: (@MainActor (Bool) -> Void)?

    /// The window's former state.
    private struct Former {
        var size: (width: Int, height: Int)
        var isFullScreen, isMaximized: Bool
    }

    private let window: Window
    private let layers: Widget
    private let room: WindowRoom
    private var former: Former?
    private var isWaiting = false
    private var timer: LoopTimer?

    /// - Parameter layers: the window's content, which holds the least size.
    init(_ window: Window, layers: Widget, _ room: WindowRoom) {
        self.window = window
        self.room = room
        self.layers = layers
        setMinimum(true)
    }

    func toggle() { if isOn { leave() } else { enter() } }

    func enter() {
        guard !isOn else { return }
        isOn = true
        // Until the window has got its size back, what it has is not what it had.
        if former == nil {
            former = Former(
                size: window.normalSize, isFullScreen: window.isFullScreen, isMaximized: window.isMaximized)
        }
        timer = nil
        isWaiting = window.isFullScreen || window.isMaximized
        window.addClass("compact-window")
        onChange?(true)
        if window.isFullScreen { window.isFullScreen = false }
        if window.isMaximized { window.isMaximized = false }
        if !isWaiting { shrink() }
    }

    /// The window's state has changed: when it is free, it can shrink. Not at once: the answer to the change that is
    /// being dealt with has to reach the display server first.
    func windowStateChanged() {
        guard isWaiting, !window.isFullScreen, !window.isMaximized else { return }
        isWaiting = false
        timer = .once(milliseconds: 0) { [weak self] in self?.shrink() }
    }

    private func shrink() {
        guard isOn else { return }
        setMinimum(false)
        window.resize(width: 1, height: 1)
        window.isResizable = false
    }

    func leave() {
        guard isOn, let former else { return }
        isOn = false
        isWaiting = false
        window.isResizable = true
        window.removeClass("compact-window")
        onChange?(false)
        setMinimum(true)
        window.resize(width: former.size.width, height: former.size.height)
        check(former, triesLeft: DesignTokens.Compact.sizeChecks)
    }

    /// A window manager may answer to the new least size after the new size, and then remember the wrong one for the
    /// end of full screen: the size comes first.
    private func check(_ former: Former, triesLeft: Int) {
        timer = .once(milliseconds: DesignTokens.Compact.sizeCheckMilliseconds) { [weak self] in
            guard let self, !isOn else { return }
            let isFree = !window.isFullScreen && !window.isMaximized
            if isFree && !hasSize(former.size) && triesLeft > 0 {
                // GTK drops a request that equals its last one, granted or not: every other one differs by a pixel.
                window.resize(width: former.size.width, height: former.size.height - (triesLeft + 1) % 2)
                return check(former, triesLeft: triesLeft - 1)
            }
            if former.isMaximized { window.isMaximized = true }
            if former.isFullScreen { window.isFullScreen = true }
            self.former = nil
        }
    }

    /// True when the size is granted; a shadow may come on top of it.
    private func hasSize(_ size: (width: Int, height: Int)) -> Bool {
        guard window.normalSize == size, let surface = window.surfaceSize else { return false }
        let shadow = 0...DesignTokens.Compact.widestShadow
        return shadow.contains(surface.width - size.width) && shadow.contains(surface.height - size.height)
    }

    private func setMinimum(_ isWhole: Bool) {
        let frame = 2 * DesignTokens.Size.windowFrame
        layers.setSizeRequest(
            width: isWhole ? room.leastWidth - frame : -1,
            height: isWhole ? room.leastHeight - frame : -1)
    }
}
