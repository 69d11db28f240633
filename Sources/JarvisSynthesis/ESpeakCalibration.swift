// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how espeak-ng responds to its settings where tables don't suffice: how far a voice follows the pitch
// setting, and how long a given clause takes at a given rate (pauses and vowels scale differently from clause to
// clause, by 12 % either way). Synthesis is several hundred times faster than real time, so each takes a few
// milliseconds.

import CESpeakNG
import Glibc
import JarvisCore
import JarvisSignal
import JarvisSpokenText

/// Call these only inside `ESpeakLibrary.use`, with the voice set.
enum ESpeakCalibration {
    /// The text for measuring a monotone: digits, which every language can read.
    private static let digits = "1 8 9"

    /// How much more strongly than en-us the current voice follows the pitch setting; 1 for an unpitched voice.
    static func reach(sampleRateHertz: Int) -> Double {
        // Half the sample rate suffices to find the pitch, and takes a quarter of the time.
        let estimator = PitchEstimator(sampleRateHertz: sampleRateHertz / 2, range: 45...480)
        let tones = [Int32(0), 50, 99].map { pitch -> Double? in
            var settings = ESpeakProsody(Prosody(voice: ""))
            settings.pitch = pitch
            settings.range = 0
            let samples = ESpeakProbe.sound(of: digits, in: [.latin], settings).samples
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

    /// Sets the rate and the word gap so that the current voice says `text` at `speed` times its plain rate.
    ///
    /// Near a `speed` of 2 the library jumps (it switches methods at 450 words per minute), and below about 0.47 it
    /// gets no slower; longer pauses between words make up the difference.
    static func fit(_ settings: inout ESpeakProsody, to text: String, in scripts: Set<WritingSystem>, speed: Double) {
        let sample = (text: head(of: text), scripts: scripts)
        let plain = length(sample, ESpeakProsody.plainRate, 0, settings)
        guard plain > 0 else { return }
        var known: [(rate: Double, speed: Double)] = [(Double(ESpeakProsody.plainRate), 1)]
        var best = (rate: settings.rate, speed: 0.0)
        for _ in 0..<4 {
            let length = length(sample, settings.rate, 0, settings)
            guard length > 0 else { return }
            let heard = plain / length
            if abs(log(heard / speed)) < abs(log(max(best.speed, 0.01) / speed)) { best = (settings.rate, heard) }
            if abs(heard / speed - 1) < tolerance { break }
            known.append((Double(settings.rate), heard))
            let next = Int32(rate(for: speed, from: known).rounded())
            if next == settings.rate { break }
            settings.rate = next
        }
        settings.rate = best.rate
        guard best.speed > speed * (1 + 2 * tolerance), settings.rate <= ESpeakProsody.slowestRate else { return }
        let missing = plain / speed - plain / best.speed
        let stretched = length(sample, settings.rate, 4, settings) - plain / best.speed
        if stretched > 0 { settings.wordGap = Int32((4 * missing / stretched).rounded()) }
    }

    private static let tolerance = 0.015

    /// Interpolates between the rates measured around the wanted speed; extrapolates from the table beyond them.
    private static func rate(for speed: Double, from known: [(rate: Double, speed: Double)]) -> Double {
        let below = known.filter { $0.speed <= speed }.max { $0.speed < $1.speed }
        let above = known.filter { $0.speed > speed }.min { $0.speed < $1.speed }
        if let below, let above {
            return below.rate + (above.rate - below.rate) * (speed - below.speed) / (above.speed - below.speed)
        }
        guard let nearest = below ?? above else { return Double(ESpeakProsody.plainRate) }
        return min(max(nearest.rate * speed / nearest.speed, Double(ESpeakProsody.slowestRate)), 600)
    }

    private static func length(
        _ sample: (text: String, scripts: Set<WritingSystem>), _ rate: Int32, _ wordGap: Int32,
        _ settings: ESpeakProsody
    ) -> Double {
        var settings = settings
        settings.rate = rate
        settings.wordGap = wordGap
        return Double(ESpeakProbe.sound(of: sample.text, in: sample.scripts, settings).spokenLength)
    }

    /// The first words of a long text, which are measured instead of the whole so that the first sound comes in time.
    private static func head(of text: String) -> String {
        guard text.count > 90 else { return text }
        let head = text.prefix(80)
        return String(head[..<(head.lastIndex(of: " ") ?? head.endIndex)])
    }
}
