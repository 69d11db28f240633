// SPDX-License-Identifier: GPL-3.0-or-later
// Moves a value to its target by a spring, frame by frame. The target may change at any time. At rest, requests no
// frames.

package import GtkKit
package import JarvisVisuals

@MainActor
package final class SpringMover {
    /// Called with the value at every frame of the motion.
    package var onStep: (@MainActor (Double) -> Void)?
    /// Called with the value when it has come to rest.
    package var onRest: (@MainActor (Double) -> Void)?

    private let widget: Widget
    private var spring: Spring
    private var target: Double
    private var lastTime: Double?
    private var tick: FrameTick?

    /// - Parameters:
    ///   - widget: provides the frame clock; the value moves only while the widget is on the screen.
    ///   - spring: a spring at rest, with the initial value.
    package init(_ widget: Widget, _ spring: Spring) {
        self.widget = widget
        self.spring = spring
        target = spring.value
    }

    /// Moves to `target` at the current speed.
    package func move(to target: Double) {
        self.target = target
        guard tick == nil else { return }
        lastTime = nil
        tick = FrameTick(widget) { [weak self] in self?.step($0) }
    }

    /// Sets the value, at rest, for the next motion to start from.
    package func begin(at value: Double) {
        tick = nil
        spring.value = value
        spring.velocity = 0
    }

    /// Ends the motion at its target at once.
    package func finish() {
        tick = nil
        spring.value = target
        spring.velocity = 0
        onStep?(target)
        onRest?(target)
    }

    private func step(_ time: Double) {
        // A stalled clock must not make the spring jump.
        spring.advance(min(time - (lastTime ?? time), 0.05), towards: target)
        lastTime = time
        if abs(spring.value - target) < 0.002 && abs(spring.velocity) < 0.05 { return finish() }
        onStep?(spring.value)
    }
}
