// SPDX-License-Identifier: GPL-3.0-or-later
// Computes springs in closed form: the same values at every frame rate, and the same bits on every machine.

/// How much of its initial offset and velocity a released spring has left after some time.
struct SpringMotion: Sendable {
    /// The offset that remains of an initial offset of 1.
    let offset: Double
    /// The velocity that results from an initial offset of 1, per second.
    let offsetRate: Double
    /// The offset that results from an initial velocity of 1 per second.
    let push: Double
    /// The velocity that remains of an initial velocity of 1 per second.
    let pushRate: Double

    /// The solution of x″ + 2ζωx′ + ω²x = 0 after `seconds`, with ω = 2π / response and ζ = damping < 1.
    init(response: Double, damping: Double, seconds: Double) {
        let frequency = 6.283185307179586 / response
        let root = (1 - damping * damping).squareRoot()
        let decay = Easing.exponential(-damping * frequency * seconds)
        let turns = frequency * root * seconds / 6.283185307179586
        let sine = Periodic.sine(turns)
        let cosine = Periodic.cosine(turns)
        offset = decay * (cosine + damping / root * sine)
        offsetRate = -decay * frequency / root * sine
        push = decay * sine / (frequency * root)
        pushRate = decay * (cosine - damping / root * sine)
    }
}

/// A damped spring towards a target that may change at any time; value and velocity stay continuous.
public struct Spring: Hashable, Sendable {
    /// The undamped period in seconds.
    public let response: Double
    /// The fraction of critical damping, below 1.
    public let damping: Double
    /// The current position.
    public var value: Double
    /// The change of `value` per second.
    public var velocity = 0.0

    /// Creates a spring at rest.
    public init(response: Double, damping: Double, value: Double) {
        self.response = response
        self.damping = damping
        self.value = value
    }

    /// A spring for a change of state: response 0.5 s, damping 0.8.
    public static func stateChange(_ value: Double) -> Spring {
        Spring(response: SceneMetrics.springResponse, damping: SceneMetrics.springDamping, value: value)
    }

    /// A spring for an error that slides in: damping 0.7.
    public static func errorSlide(_ value: Double) -> Spring {
        Spring(response: SceneMetrics.springResponse, damping: SceneMetrics.errorDamping, value: value)
    }

    /// Moves the spring towards `target` during `seconds`.
    public mutating func advance(_ seconds: Double, towards target: Double) {
        let motion = SpringMotion(response: response, damping: damping, seconds: seconds)
        let offset = value - target
        let speed = velocity
        value = target + offset * motion.offset + speed * motion.push
        velocity = offset * motion.offsetRate + speed * motion.pushRate
    }
}
