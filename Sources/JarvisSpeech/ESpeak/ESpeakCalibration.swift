// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what espeak-ng makes of its settings, where tables cannot know: how far a voice follows the pitch setting,
// and how long this very clause takes at a rate (pauses and vowels of clauses scale differently, by 12 % either way).
// Speech is made several hundred times faster than it is heard, so both take a few milliseconds.

import CESpeakNG
import Glibc
import JarvisSignal

/// Call only inside `ESpeakLibrary.use`, with the voice set.
enum ESpeakCalibration {
    /// Measured on one tone, in digits, which every language can say.
    private static let digits = "1 8 9"

    /// How much further than the voice en-us the current voice follows the pitch setting; 1 for a voice without a tone.
    static func reach(sampleRateHertz: Int) -> Double {
        // Half the samples are enough for a tone, in a quarter of the time.
        let estimator = PitchEstimator(sampleRateHertz: sampleRateHertz / 2, range: 45...480)
        let tones = [Int32(0), 50, 99].map { pitch -> Double? in
            let samples = ESpeakProbe.sound(of: digits, pitch: pitch, range: 0).samples
            let halved = stride(from: 0, to: samples.count - 1, by: 2).map {
                Int16((Int(samples[$0]) + Int(samples[$0 + 1])) / 2)
            }
            return estimator.median(halved, hopSeconds: 0.04)
        }
        guard let low = tones[0], let middle = tones[1], let high = tones[2] else { return 1 }
        let whole = ESpeakProsody.wholeReach
        let reach = (high - low) / middle / (whole.upperBound - whole.lowerBound)
        return (0.7...1.3).contains(reach) ? reach : 1
    }

    /// The rate at which the current voice says `text` at `speed` times its plain rate.
    static func rate(for text: String, speed: Double, _ settings: ESpeakProsody) -> Int32 {
        let sample = head(of: text)
        let plain = length(sample, ESpeakProsody.plainRate, settings)
        guard plain > 0 else { return settings.rate }
        var asked = speed
        var best = (rate: settings.rate, error: Double.infinity)
        for _ in 0..<3 {
            let rate = ESpeakProsody.rate(for: asked)
            let length = length(sample, rate, settings)
            guard length > 0 else { break }
            let error = log(plain / length / speed)
            if abs(error) < abs(best.error) { best = (rate, error) }
            if abs(error) < 0.015 { break }
            asked *= exp(-error)
        }
        return best.rate
    }

    private static func length(_ text: String, _ rate: Int32, _ settings: ESpeakProsody) -> Double {
        Double(ESpeakProbe.sound(of: text, rate: rate, pitch: settings.pitch, range: settings.range).spokenLength)
    }

    /// The first words of a long text stand for all of it, so that the first sound comes in time.
    private static func head(of text: String) -> String {
        guard text.count > 90, let end = text.prefix(80).lastIndex(of: " ") else { return text }
        return String(text[..<end])
    }
}
