// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks the window to the pill and restores its size. It remains the same window, so position, keyboard focus and
// conversation stay. If the window is full screen or maximized, the window manager must restore it first.

import GioKit
import GtkKit
import JarvisDesktopKit

@MainActor
final class CompactMode {
    private(set) var isOn = false
    /// Called before the window changes: with true to the pill, with false back.
    var onChange: (@MainActor (Bool) -> Void)?

    /// The window's state before it became the pill.
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

    /// - Parameter layers: the window's content, which carries the minimum size.
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
        // Until the window has its old size back, its current size isn't the one to remember.
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

    /// Call when the window's state has changed. Once the window is neither full screen nor maximized it can shrink,
    /// but not at once: the reply to the current change must reach the display server first.
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

    /// Restores the size before the maximized or full-screen state. A window manager may apply the new minimum size
    /// after the new size, and would then remember the wrong size for the end of full screen.
    private func check(_ former: Former, triesLeft: Int) {
        timer = .once(milliseconds: DesignTokens.Compact.sizeCheckMilliseconds) { [weak self] in
            guard let self, !isOn else { return }
            let isFree = !window.isFullScreen && !window.isMaximized
            if isFree && !hasSize(former.size) && triesLeft > 0 {
                // GTK drops a request that equals its last one, granted or not, so every other one differs by a pixel.
                window.resize(width: former.size.width, height: former.size.height - (triesLeft + 1) % 2)
                return check(former, triesLeft: triesLeft - 1)
            }
            if former.isMaximized { window.isMaximized = true }
            if former.isFullScreen { window.isFullScreen = true }
            self.former = nil
        }
    }

    /// True if the window has this size, with or without a shadow around it.
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
