// SPDX-License-Identifier: GPL-3.0-or-later
// Shows ripples of light in activated parts of a window: in buttons, from the pointer or, after a key press, from the
// middle; for the main area and its microphone, over the scene. Only observes; consumes no events.

import GioKit
package import GtkKit

@MainActor
package final class RippleHost {
    /// The layer for ripples, above the scene and below the controls.
    package let layer = DrawingArea()

    private let window: Window
    private let screen: Widget
    private let microphone: Widget
    private var onScreen: Ripple?
    private var onButton: (button: Button, ripple: Ripple)?
    private var tick: FrameTick?
    private var isKeyDown = false

    /// - Parameters:
    ///   - screen: the main area, which contains the layer.
    ///   - microphone: the button whose ripples spread over the main area.
    package init(_ window: Window, screen: Widget, microphone: Widget) {
        self.window = window
        self.screen = screen
        self.microphone = microphone
        layer.setRole(.none)
        layer.receivesPointer = false
        layer.align(horizontal: .start, vertical: .start)
        layer.isVisible = false
        layer.onDraw { [weak self] canvas, _, _ in
            guard let self else { return }
            let accent = layer.color(named: "cyan") ?? DesignTokens.Palette.cyan
            let color = layer.isLight ? accent.faded(0.16) : DesignTokens.Glass.screenRipple(accent)
            onScreen?.draw(canvas, color, at: FramePacer.now)
        }
        let click = ClickGesture()
        click.captures()
        click.onPress { [weak self] _, x, y in self?.press(x, y) }
        window.add(click)
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] key in
            self?.press(key)
            return false
        }
        keys.onRelease { [weak self] _ in self?.isKeyDown = false }
        window.add(keys)
    }

    private var isStill: Bool { window.hasClass("reduced-motion") }

    private func press(_ x: Double, _ y: Double) {
        guard !isStill, let target = window.descendant(at: x, y) else { return }
        if let button = target.enclosingButton, button.raw != microphone.raw {
            let place = button.bounds(in: window) ?? (0, 0, 0, 0)
            ripple(button, from: (x - place.x, y - place.y))
        } else if target.enclosingButton != nil || target.isInside(screen) {
            guard let place = screen.bounds(in: window) else { return }
            spread(from: (x - place.x, y - place.y))
        }
    }

    private func press(_ key: KeyPress) {
        guard !isStill, !isKeyDown, key.isPlain, key.activates else { return }
        isKeyDown = true
        if let button = window.focusWidget?.enclosingButton, button.raw != microphone.raw {
            ripple(button, from: (Double(button.width) / 2, Double(button.height) / 2))
        } else if key.key == KeyPress.space, !window.isTextFocused, let place = microphone.bounds(in: screen) {
            spread(from: (place.x + place.width / 2, place.y + place.height / 2))
        }
    }

    /// Starts a ripple over the scene.
    private func spread(from point: (x: Double, y: Double)) {
        guard screen.isMapped else { return }
        let reach = DesignTokens.Glass.screenRippleRadius
        let (left, top) = (max(0, (point.x - reach).rounded()), max(0, (point.y - reach).rounded()))
        let right = min(Double(screen.width), point.x + reach)
        let bottom = min(Double(screen.height), point.y + reach)
        guard right > left, bottom > top else { return }
        layer.margins(top: Int(top), start: Int(left))
        layer.setSizeRequest(width: Int(right - left), height: Int(bottom - top))
        onScreen = Ripple(x: point.x - left, y: point.y - top, reach: reach, start: FramePacer.now)
        layer.isVisible = true
        run()
    }

    private func ripple(_ button: Button, from point: (x: Double, y: Double)) {
        onButton?.button.underpaint(.ripple, nil)
        let size = button.bounds(in: button) ?? (0, 0, 0, 0)
        let ripple = Ripple.filling(width: size.width, height: size.height, from: point, at: FramePacer.now)
        onButton = (button, ripple)
        let radius = button.cornerRadius(height: size.height)
        button.underpaint(.ripple) { canvas, width, height in
            canvas.saved {
                canvas.rectangle(0, 0, width, height, radius: radius)
                canvas.clip()
                let color = button.isLight ? DesignTokens.Light.accent.faded(0.16) : DesignTokens.Glass.ripple
                ripple.draw(canvas, color, at: FramePacer.now)
            }
        }
        run()
    }

    private func run() {
        if tick == nil { tick = FrameTick(window) { [weak self] _ in self?.step() } }
    }

    private func step() {
        let now = FramePacer.now
        if let ripple = onScreen {
            if ripple.isOver(at: now) {
                onScreen = nil
                layer.isVisible = false
            } else {
                layer.queueDraw()
            }
        }
        if let (button, ripple) = onButton {
            if ripple.isOver(at: now) {
                onButton = nil
                button.underpaint(.ripple, nil)
            } else {
                button.queueDraw()
            }
        }
        if onScreen == nil && onButton == nil { tick = nil }
    }
}

extension Button {
    /// The button's corner radius in the style sheet.
    fileprivate func cornerRadius(height: Double) -> Double {
        if hasClass("command-card") { return DesignTokens.Glass.cardRadius }
        return hasClass("choice-card") || hasClass("list-entry") ? DesignTokens.Glass.entryRadius : height / 2
    }
}
