// SPDX-License-Identifier: GPL-3.0-or-later
// Periodic functions, easings and springs.

import Glibc
import Testing

@testable import JarvisVisuals

struct MotionTests {
    @Test func sineAgreesWithTheLibrary() {
        for step in -2000...2000 {
            let turns = Double(step) / 517
            #expect(abs(Periodic.sine(turns) - sin(turns * 2 * .pi)) < 3e-8)
            #expect(abs(Periodic.cosine(turns) - cos(turns * 2 * .pi)) < 3e-8)
        }
    }

    @Test func exponentialAgreesWithTheLibrary() {
        for step in 0...1600 {
            let x = -Double(step) / 100
            #expect(abs(Easing.exponential(x) / exp(x) - 1) < 1e-7)
        }
    }

    @Test func easingsStartAtZeroAndEndAtOne() {
        #expect(Easing.out(0) == 0 && Easing.out(1) == 1 && Easing.out(2) == 1)
        #expect(Easing.step(1, 2, 1) == 0 && Easing.step(1, 2, 2) == 1 && Easing.step(1, 2, 1.5) == 0.5)
    }

    /// Response 0.5 s, damping 0.8: 98 % after 300 ms, with an overshoot of 1.5 %.
    @Test func stateChangeSpringOvershootsOnceAndSettles() {
        var spring = Spring.stateChange(0)
        #expect(spring.response == 0.5 && spring.damping == 0.8)
        var largest = 0.0
        for frame in 1...120 {
            spring.advance(1.0 / 60, towards: 1)
            largest = max(largest, spring.value)
            if frame == 18 { #expect(abs(spring.value - 0.981) < 0.001) }
        }
        // exp(-π ζ / √(1 − ζ²)) for ζ = 0.8.
        #expect(abs(largest - 1.0152) < 0.001)
        #expect(abs(spring.value - 1) < 1e-6 && abs(spring.velocity) < 1e-4)
    }

    /// Damping 0.7 overshoots by 4.6 %.
    @Test func errorSpringOvershootsByFivePercent() {
        var spring = Spring.errorSlide(1)
        #expect(spring.damping == 0.7)
        var least = 1.0
        for _ in 1...240 {
            spring.advance(1.0 / 240, towards: 0)
            least = min(least, spring.value)
        }
        #expect(abs(least + 0.046) < 0.001)
    }

    @Test(arguments: [15.0, 30, 144])
    func springsIgnoreTheFrameRate(rate: Double) {
        var one = Spring.stateChange(0.3)
        var other = one
        one.velocity = 2
        other.velocity = 2
        for _ in 0..<Int(rate / 3) { one.advance(1 / rate, towards: 1) }
        for _ in 0..<20 { other.advance(1.0 / 60, towards: 1) }
        #expect(abs(one.value - other.value) < 1e-6 && abs(one.velocity - other.velocity) < 1e-5)
    }

    /// Compares the closed-form solution with numerical integration of the equation.
    @Test func springSolvesItsEquation() {
        var spring = Spring(response: 0.4, damping: 0.6, value: 2)
        spring.velocity = -3
        var (x, v) = (2.0, -3.0)
        let frequency = 2 * Double.pi / 0.4
        for _ in 0..<20_000 {
            v += (frequency * frequency * (1 - x) - 2 * 0.6 * frequency * v) * 1e-5
            x += v * 1e-5
        }
        spring.advance(0.2, towards: 1)
        #expect(abs(spring.value - x) < 1e-3 && abs(spring.velocity - v) < 1e-2)
    }

    @Test func followersIgnoreTheFrameRate() {
        var once = 0.0
        var twice = 0.0
        once += (1 - once) * Easing.approach(1.0 / 30, timeConstant: 0.062)
        for _ in 0..<2 { twice += (1 - twice) * Easing.approach(1.0 / 60, timeConstant: 0.062) }
        #expect(abs(once - twice) < 1e-9)
    }
}
