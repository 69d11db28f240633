// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct GainControlTests {
    /// Runs frames of 20 ms through the control.
    /// - Returns: The level of the last second, in dBFS.
    private func level(of samples: [Int16], isSpeech: Bool, _ control: inout GainControl) -> Float {
        var output = samples
        for start in stride(from: 0, to: samples.count - 319, by: 320) {
            output.withUnsafeMutableBufferPointer { output in
                let frame = UnsafeMutableBufferPointer(rebasing: output[start..<start + 320])
                let level = LevelMeter.dBFS(Array(frame))
                control.process(frame, isSpeech: isSpeech, levelDBFS: level)
            }
        }
        return LevelMeter.dBFS(Array(output.suffix(16_000)))
    }

    @Test(arguments: [0.012, 0.05, 0.3]) func quietAndLoudVoicesReachTheSameLevel(amplitude: Double) {
        var control = GainControl()
        let result = level(of: Sound.sine(300, seconds: 8, amplitude: amplitude), isSpeech: true, &control)
        #expect(abs(result - GainControl.targetDBFS) < 3.5, "\(result)")
    }

    @Test func silenceAndNoiseAreNotAmplified() {
        var control = GainControl()
        _ = level(of: Sound.noise(seconds: 5, amplitude: 0.003), isSpeech: false, &control)
        #expect(control.gainDB == 0)
    }

    @Test func aSuddenShoutIsLimitedWithoutClipping() {
        var control = GainControl()
        _ = level(of: Sound.sine(300, seconds: 8, amplitude: 0.01), isSpeech: true, &control)
        var shout = Sound.sine(300, seconds: 0.02, amplitude: 0.7)
        shout.withUnsafeMutableBufferPointer { control.process($0, isSpeech: true, levelDBFS: -4) }
        #expect(shout.map { abs(Int($0)) }.max() ?? 0 <= 29_300)
    }
}
