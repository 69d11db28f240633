// SPDX-License-Identifier: GPL-3.0-or-later
// Measured speed and pitch: each voice says its sentences plainly and with changes, and tempo and pitch are compared.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisSignal

struct ProsodyCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prosody", abstract: "Measures speed and pitch of the embedded voices as heard.")

    @Flag(help: "Play everything and measure what the speaker's monitor recorded.")
    var recorded = false

    @Flag(help: "Only the cases that speed and pitch are judged by.")
    var brief = false

    @Option(help: "Only this voice.")
    var voice: String?

    private struct Row {
        var worstRate = 0.0
        var worstTone = 0.0
        var rates: [Double] = []
        var tones: [Double] = []
        var firstSound: [Double] = []
    }

    func run() async throws {
        let voices = voice.map { [$0] } ?? (recorded ? ["en-us"] : Self.voices)
        print("voice        speed  pitch   rate error %      tone error st     first sound ms")
        print("                        median   worst    median   worst     median")
        for voice in voices {
            for (speed, pitch) in brief ? Array(Self.cases.prefix(4)) : Self.cases {
                let row = try await measure(voice, speed: speed, pitch: pitch)
                print(
                    voice.padded(12), fixed(speed, 1, 5), fixed(pitch, 0, 6), fixed(row.rates.median * 100, 1, 8),
                    fixed(row.worstRate * 100, 1, 7), fixed(row.tones.median, 2, 9), fixed(row.worstTone, 2, 7),
                    fixed(row.firstSound.median, 1, 10))
            }
        }
        print("goal: rate within 5 %, tone within 0.5 st, first sound within 50 ms")
    }

    private func measure(_ voice: String, speed: Double, pitch: Double) async throws -> Row {
        let synthesizer = try VoiceOption.synthesizer(of: voice)
        let estimator = PitchEstimator(sampleRateHertz: SpokenSound.rate / 2, range: 40...600)
        var row = Row()
        for sentence in Self.sentences(of: voice).prefix(recorded ? 1 : 3) {
            let plain = try await sound(sentence, Prosody(voice: voice), synthesizer)
            let asked = ContinuousClock.now
            let prosody = Prosody(voice: voice, speed: speed, pitch: pitch)
            for try await _ in synthesizer.synthesize(sentence, prosody: prosody) {
                row.firstSound.append((ContinuousClock.now - asked) / .milliseconds(1))
                break
            }
            let changed = try await sound(sentence, prosody, synthesizer)
            let rate = plain.seconds / changed.seconds / speed - 1
            row.rates.append(rate)
            row.worstRate = max(row.worstRate, abs(rate))
            guard let before = estimator.tone(plain.halved), let after = estimator.tone(changed.halved) else {
                continue
            }
            let tone = 12 * log2(after / before) - pitch
            row.tones.append(tone)
            row.worstTone = max(row.worstTone, abs(tone))
        }
        return row
    }

    private func sound(
        _ sentence: String, _ prosody: Prosody, _ synthesizer: any SpeechSynthesizer
    ) async throws -> SpokenSound {
        try await recorded
            ? SpokenSound.recorded(sentence, prosody, by: synthesizer)
            : SpokenSound.synthesized(sentence, prosody, by: synthesizer)
    }

    private static let voices = ["en-us", "en-gb", "en-us+f3", "en-gb+m3", "de", "fr-fr", "es"]
    private static let cases: [(Double, Double)] = [
        (0.5, 0), (2, 0), (1, -12), (1, 12), (0.75, 3), (1.5, -5), (0.5, -12), (2, 12), (0.5, 12), (2, -12),
    ]

    private static func sentences(of voice: String) -> [String] {
        switch voice.prefix(2) {
        case "de":
            [
                "Der schnelle braune Fuchs springt über den faulen Hund, und dann läuft er in die lange Nacht.",
                "Es ist zwanzig nach vier. Sie haben drei Nachrichten, zwei davon sind neu.",
                "Der Wecker klingelt in fünf Minuten.",
            ]
        case "fr":
            [
                "Il est quatre heures vingt. Vous avez trois messages, deux sont nouveaux.",
                "Le temps sera beau aujourd'hui, avec quelques nuages dans la soirée.",
                "Le minuteur sonnera dans cinq minutes.",
            ]
        case "es":
            [
                "Son las cuatro y veinte. Tienes tres mensajes, dos de ellos son nuevos.",
                "Mañana hará buen tiempo, con algunas nubes por la tarde.", "La alarma sonará en cinco minutos.",
            ]
        default:
            [
                "The quick brown fox jumps over the lazy dog, and then it runs away into the long and rainy night.",
                "It is twenty past four. You have three messages, two of them are new.",
                "I set a timer for five minutes.",
            ]
        }
    }
}

extension SpokenSound {
    /// At half the rate, which is enough to find the pitch, in a quarter of the time.
    fileprivate var halved: [Int16] {
        stride(from: 0, to: samples.count - 1, by: 2).map { Int16((Int(samples[$0]) + Int(samples[$0 + 1])) / 2) }
    }
}

extension PitchEstimator {
    /// The mean of the middle half of all pitches, in hertz: steadier than a median for melodies with few tones.
    fileprivate func tone(_ samples: [Int16]) -> Double? {
        let tones = track(samples, hopSeconds: 0.005).map { log2($0) }.sorted()
        guard tones.count >= 20 else { return nil }
        let middle = tones[(tones.count / 4)..<(tones.count * 3 / 4)]
        return exp2(middle.reduce(0, +) / Double(middle.count))
    }
}
