// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import JarvisTesting
import Testing

struct NoiseReducerTests {
    private static func power(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    private static func noise(count: Int, amplitude: Int16) -> [Int16] {
        var generator = SeededGenerator(seed: 1)
        return (0..<count).map { _ in Int16.random(in: -amplitude...amplitude, using: &generator) }
    }

    /// The library has learned the noise after about a second.
    @Test(.enabled(if: NoiseReducer() != nil, "libwebrtc-audio-processing1 is not installed"))
    func steadyNoiseBecomesQuieterAndATonePasses() throws {
        let reducer = try #require(NoiseReducer())
        let noise = Self.noise(count: 64_000, amplitude: 1_000)
        let reduced = reducer.reduce(noise)
        #expect(reduced.count == noise.count)
        #expect(Self.power(reduced[48_000...]) < Self.power(noise[48_000...]) * 0.5)

        var spoken = noise
        for index in 48_000..<52_000 { spoken[index] += Int16(index % 64 < 32 ? 6_000 : -6_000) }
        let kept = reducer.reduce(spoken)
        #expect(Self.power(kept[49_000..<51_000]) > Self.power(spoken[49_000..<51_000]) * 0.5)
    }

    @Test func theOutputHasTheLengthOfTheInput() {
        let reducer = NoiseReducer()
        for count in [0, 1, 159, 160, 161] {
            let samples = [Int16](repeating: 32_767, count: count)
            #expect(reducer.map { $0.reduce(samples).count } ?? count == count)
        }
    }
}
