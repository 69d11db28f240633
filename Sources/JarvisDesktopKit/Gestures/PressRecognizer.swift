// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes what a press means: tap, double tap, hold or swipe. Pure: callers pass the time.

/// Follows one press at a time. Until its release, ignores further presses, such as key repeats or a second pointer.
package struct PressRecognizer {
    /// A point in logical pixels.
    package struct Point: Equatable {
        package var x, y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        func distance(to other: Point) -> Double {
            let (width, height) = (other.x - x, other.y - y)
            return (width * width + height * height).squareRoot()
        }
    }

    package enum Direction { case up, down }

    /// The meaning of a press.
    package enum Outcome: Equatable {
        /// Reported at the first release, because a tap's action must not wait for a second press that may never come.
        case tap
        /// Follows the `tap` of its first press, whose action must be undone. Only presses with a position can become
        /// double taps.
        case doubleTap
        case holdBegan, holdEnded
        case swipe(Direction)
    }

    /// The longest time between the presses of a double tap, in seconds.
    var doubleTapSeconds = 0.4

    private struct Press {
        var begin: Double
        var origin: Point?
        var place: Point?
        var isHeld = false
        /// True once the press has become a drag.
        var hasMoved = false
        /// True if the press is the second of a double tap.
        var doubles = false
    }

    private var press: Press?
    private var lastTap: (begin: Double, place: Point)?

    /// True while the press is a hold, or may still become a tap or a hold.
    var isPressed: Bool { press.map { !$0.hasMoved } ?? false }
    var isHeld: Bool { press?.isHeld ?? false }

    /// When to call `advance` next, because the press may become a hold by then; nil if it can't.
    var deadline: Double? {
        guard let press, !press.isHeld, !press.hasMoved else { return nil }
        return press.begin + Double(DesignTokens.Motion.holdThreshold) / 1000
    }

    /// - Parameter place: nil for keys and buttons, whose presses can neither move nor become double taps.
    mutating func begin(at time: Double, _ place: Point? = nil) {
        guard press == nil else { return }
        press = Press(begin: time, origin: place, place: place, doubles: isSecond(at: time, place))
        lastTap = nil
    }

    private func isSecond(at time: Double, _ place: Point?) -> Bool {
        guard let lastTap, let place else { return false }
        return time - lastTap.begin <= doubleTapSeconds
            && lastTap.place.distance(to: place) <= DesignTokens.Gesture.doubleTapDistance
    }

    /// Moves the press. A hold remains a hold, wherever the finger goes.
    mutating func move(to place: Point) {
        guard let origin = press?.origin else { return }
        press?.place = place
        if !isHeld && origin.distance(to: place) > DesignTokens.Gesture.dragThreshold { press?.hasMoved = true }
    }

    /// Ends the press, wherever it was released, because the microphone must never stay open by accident.
    mutating func end(at time: Double) -> Outcome? {
        guard let press else { return nil }
        self.press = nil
        if press.isHeld { return .holdEnded }
        if press.hasMoved { return swipe(press, time) }
        if press.doubles { return .doubleTap }
        if let place = press.origin { lastTap = (press.begin, place) }
        return .tap
    }

    private func swipe(_ press: Press, _ time: Double) -> Outcome? {
        guard let origin = press.origin, let place = press.place,
            time - press.begin <= DesignTokens.Gesture.swipeSeconds
        else { return nil }
        let height = place.y - origin.y
        guard abs(height) >= DesignTokens.Gesture.swipeDistance, abs(height) > 1.5 * abs(place.x - origin.x) else {
            return nil
        }
        return .swipe(height < 0 ? .up : .down)
    }

    /// Call if the press is interrupted, for example by a second finger. A hold ends; a tap is discarded.
    mutating func cancel() -> Outcome? {
        let wasHeld = isHeld
        press = nil
        return wasHeld ? .holdEnded : nil
    }

    /// Turns the press into a hold if its deadline has passed.
    mutating func advance(to time: Double) -> Outcome? {
        guard let deadline, time >= deadline else { return nil }
        press?.isHeld = true
        return .holdBegan
    }
}
