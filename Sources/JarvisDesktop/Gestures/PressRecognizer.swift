// SPDX-License-Identifier: GPL-3.0-or-later
// What one press means: tap, double tap, hold or swipe. A value that is told the time, so that tests own the clock.

/// Follows one press at a time; repeated begins (key repeat, a second pointer) are ignored until the release.
struct PressRecognizer {
    /// A place in logical pixels.
    struct Point: Equatable {
        var x, y: Double

        func distance(to other: Point) -> Double {
            let (width, height) = (other.x - x, other.y - y)
            return (width * width + height * height).squareRoot()
        }
    }

    enum Direction { case up, down }

    /// The kind of a press.
    enum Outcome: Equatable {
        /// Reported at the first release: what it does must not wait for a second press that may never come.
        case tap
        /// Follows the `tap` of its first press, which must be undone. Only presses with a place can be doubled.
        case doubleTap
        case holdBegan, holdEnded
        case swipe(Direction)
    }

    /// Seconds between the presses of a double tap, at most.
    var doubleTapSeconds = 0.4

    private struct Press {
        var begin: Double
        var origin: Point?
        var place: Point?
        var isHeld = false
        /// It has become a drag.
        var hasMoved = false
        /// It is the second one.
        var doubles = false
    }

    private var press: Press?
    private var lastTap: (begin: Double, place: Point)?

    /// True while the press may still become a tap or a hold, or is a hold.
    var isPressed: Bool { press.map { !$0.hasMoved } ?? false }
    var isHeld: Bool { press?.isHeld ?? false }

    /// When `advance` has to be called next, for a press that may become a hold.
    var deadline: Double? {
        guard let press, !press.isHeld, !press.hasMoved else { return nil }
        return press.begin + Double(DesignTokens.Motion.holdThreshold) / 1000
    }

    /// - Parameter place: nil for keys and buttons: such a press cannot move, and is never half of a double tap.
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

    /// A hold stays one no matter where the finger goes.
    mutating func move(to place: Point) {
        guard let origin = press?.origin else { return }
        press?.place = place
        if !isHeld && origin.distance(to: place) > DesignTokens.Gesture.dragThreshold { press?.hasMoved = true }
    }

    /// The press ended where it began, or anywhere else: the microphone must never stay open by accident.
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

    /// The press was taken away, by a second finger for example: a hold ends, a tap does not happen.
    mutating func cancel() -> Outcome? {
        let wasHeld = isHeld
        press = nil
        return wasHeld ? .holdEnded : nil
    }

    /// Time has passed.
    mutating func advance(to time: Double) -> Outcome? {
        guard let deadline, time >= deadline else { return nil }
        press?.isHeld = true
        return .holdBegan
    }
}
