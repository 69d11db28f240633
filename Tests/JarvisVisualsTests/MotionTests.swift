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

    /// T8: response 0.5 s, damping 0.8 settles in about 300 ms, overshooting by less than 2 %.
    @Test func springSettlesAsDesigned() {
        var spring = Spring(response: 0.5, damping: 0.8, value: 0)
        var largest = 0.0
        for frame in 1...120 {
            spring.advance(1.0 / 60, towards: 1)
            largest = max(largest, spring.value)
            if frame == 18 { #expect(spring.value > 0.93) }
        }
        #expect(largest > 1.005 && largest < 1.02)
        #expect(abs(spring.value - 1) < 1e-4)
    }

    @Test func springIgnoresTheFrameRate() {
        var fast = Spring(response: 0.5, damping: 0.8, value: 0)
        var slow = fast
        for _ in 0..<12 { fast.advance(1.0 / 120, towards: 1) }
        for _ in 0..<3 { slow.advance(1.0 / 30, towards: 1) }
        #expect(abs(fast.value - slow.value) < 1e-6)
    }

    @Test func followersIgnoreTheFrameRate() {
        var once = 0.0
        var twice = 0.0
        once += (1 - once) * Easing.approach(1.0 / 30, timeConstant: 0.062)
        for _ in 0..<2 { twice += (1 - twice) * Easing.approach(1.0 / 60, timeConstant: 0.062) }
        #expect(abs(once - twice) < 1e-9)
    }
}
