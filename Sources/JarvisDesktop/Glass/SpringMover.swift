// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a spring carry something to its target, frame by frame; the target may change at any
// moment, and asks for no frames once it is there.

import GtkKit
import JarvisVisuals

@MainActor
final class SpringMover {
    /// Called with the position at every frame of the motion.
    var onStep: (@MainActor (Double) -> Void)?
    /// Called when it has come to rest.
    var onRest: (@MainActor (Double) -> Void)?

    private let widget: Widget
    private var spring: Spring
    private var target: Double
    private var lastTime: Double?
    private var tick: FrameTick?

    /// - Parameters:
    ///   - widget: whose frame clock carries it; only while it is on screen.
    ///   - spring: at rest where the motion begins.
    init(_ widget: Widget, _ spring: Spring) {
        self.widget = widget
        self.spring = spring
        target = spring.value
    }

    /// Goes to `target` with the speed it has.
    func move(to target: Double) {
        self.target = target
        guard tick == nil else { return }
        lastTime = nil
        tick = FrameTick(widget) { [weak self] in self?.step($0) }
    }

    /// Begins the next motion here, at rest.
    func begin(at value: Double) {
        tick = nil
        spring.value = value
        spring.velocity = 0
    }

    /// Ends at once where it was going.
    func finish() {
        tick = nil
        spring.value = target
        spring.velocity = 0
        onStep?(target)
        onRest?(target)
    }

    private func step(_ time: Double) {
        // A stalled clock must not throw the spring about.
        spring.advance(min(time - (lastTime ?? time), 0.05), towards: target)
        lastTime = time
        if abs(spring.value - target) < 0.002 && abs(spring.velocity) < 0.05 { return finish() }
        onStep?(spring.value)
    }
}
