// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's own replies, played back through a room at speaker volume without echo cancellation: none may trigger the
// wake word.

import Glibc
import JarvisConversation
import JarvisCore
import JarvisRecognition
import JarvisSignal

struct OwnSpeechCheck {
    var minutes: Double
    var verbose: Bool
    /// The transcriber for verification; nil to use the search alone.
    var transcriber: (any WakeTranscriber)?
    /// The speaking voice; nil for several of espeak-ng's.
    var voice: String?

    /// Replies as the skills give them; two contain the wake word itself.
    private static let replies = [
        "It is a quarter past three in the afternoon.", "The timer for ten minutes is running.",
        "Jarvis at your service. What can I do for you?", "Seventeen times twenty three is three hundred ninety one.",
        "I have added that to your notes: buy milk, bread and two services of tea.",
        "Today is Saturday, the twenty first of November.", "Opening the text editor.",
        "My name is Jarvis. I work on this computer, without the internet.",
        "Your reminder for half past five is set: call the harvest office.", "I did not understand that.",
        "The battery is at eighty two percent and charging.", "Five miles are about eight kilometers.",
        "Why did the scarecrow win a prize? Because he was outstanding in his field.",
        "You have three reminders. The first one is at nine: water the garden, visit Travis and the nervous driver.",
        "Say Jarvis, stop, whenever you want me to be quiet.", "Good bye. Have a charming evening.",
    ]
    private static let voices = ["en-us", "en-gb", "en-gb-scotland", "en-us+f3", "en-us+m7"]

    func run() async throws {
        let voices = voice.map { [$0] } ?? Self.voices
        let synthesizer = try VoiceOption.synthesizer(of: voices[0])
        let guarded = SpotterRig(phrase: "jarvis", percent: 50, isGuarded: true, transcriber: transcriber)
        var (seconds, raw, waking, number) = (0.0, 0, 0, 0)
        while seconds < minutes * 60 {
            let voice = voices[number % voices.count]
            let text = Self.replies[(number / voices.count + number) % Self.replies.count]
            let speed = [1.0, 0.8, 1.2][number / (voices.count * Self.replies.count) % 3]
            number += 1
            var samples: [Int16] = []
            var words: [SpokenWord] = []
            var rate = 22_050
            do {
                for try await piece in synthesizer.synthesize(
                    text, prosody: Prosody(voice: voice, speed: speed, pitch: 0, volume: 1))
                {
                    samples += piece.samples
                    rate = piece.sampleRateHertz
                    words += piece.words
                }
            } catch is SynthesisFailure { continue }
            let heard = Self.room(WAVFile(samples: samples, sampleRateHertz: rate).int16Samples(atRate: 16_000))
            var clip = WakeClip(name: text, samples: heard)
            clip.speaker = voice
            seconds += clip.seconds
            for hit in try await guarded.hits(in: clip) {
                raw += 1
                // The hit is reported some 0.2 s after the word, when the listener has reached that point of the sound.
                let moment = Int(hit.samples.upperBound + 3_200) * rate / 16_000
                let reached = words.last { $0.sampleOffset <= moment }
                let position = HeardPosition(clause: 0, characters: reached?.endCharacter ?? 0)
                let isOwn = OwnWords.mention("jarvis", in: [text], near: position)
                if !isOwn { waking += 1 }
                if verbose {
                    print("    own voice \(voice) \(isOwn ? "known" : "WAKES") \(hit.score.text(1)): \(text)")
                }
            }
        }
        print(
            "own speech through a room, no canceller: \((seconds / 60).text(1)) min, \(raw) hits by sound, "
                + "\(raw - waking) of them known as own words, \(waking) activations (goal 0)")
    }

    /// 40 ms of delay, a direct sound and a decaying tail of 200 ms, at the playback volume.
    private static func room(_ samples: [Int16]) -> [Int16] {
        var taps: [(delay: Int, gain: Float)] = [(640, 0.8)]
        var state: UInt32 = 12_345
        for index in 1...40 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let delay = 640 + index * 80 + Int(state >> 27)
            let sign: Float = state & 4_096 == 0 ? 1 : -1
            taps.append((delay, sign * 0.25 * expf(-Float(index) / 12)))
        }
        let tail = 640 + 41 * 80 + 32
        var sum = [Float](repeating: 0, count: samples.count + tail)
        for (delay, gain) in taps {
            for (index, sample) in samples.enumerated() { sum[index + delay] += Float(sample) * gain }
        }
        return sum.map { Int16(max(-32_768, min(32_767, $0))) }
    }
}

extension WakeClip {
    init(name: String, samples: [Int16]) {
        self.name = name
        kind = "own"
        speaker = ""
        transcript = nil
        self.samples = samples
    }
}
