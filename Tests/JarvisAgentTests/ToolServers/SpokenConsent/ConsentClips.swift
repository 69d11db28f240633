// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that people might give to a consent question, in several voices and with noise.

import JarvisCore
import JarvisSpeechTesting
import JarvisSynthesis

/// One answer spoken into the microphone.
struct ConsentClip: Sendable {
    enum Meaning: Sendable { case yes, no, other }

    var text: String
    var meaning: Meaning
    var voice: String
    var noise: String
    /// 16 kHz mono, with silence before and after.
    var samples: [Int16]

    private static let agreements = ["yes", "yes please", "go ahead", "allow it", "yes you may", "yes, do it"]
    private static let refusals = ["no", "no thanks", "never", "don't do it", "not now", "please don't"]
    /// Words that sound like an agreement, that contain one, that end or begin with one, and speech without one.
    private static let others = [
        "guess", "chess", "less", "yesterday", "yes but not that one", "yes was what he said", "the eyes have it",
        "I said yes yesterday", "once upon a time", "of course not", "certainly not", "you may not do that",
        "what happens if I say yes", "set a timer for ten minutes", "who is asking", "let me think about it",
        "allow me to think", "do it tomorrow instead", "is it going to be expensive", "what time is it",
        "the answer may be yes or no", "go ahead without me then", "ask me again later", "he says yes to everything",
        "jazz music please", "play the next song", "sure is cold in here today", "we always eat at noon",
    ]

    private static let voices = ["en-us", "en-us+f3", "en-gb", "en-us+m3", "en-gb-x-rp"]
    private static let noises = [("quiet", 60.0), ("pink", 20), ("hum", 12), ("keys", 12), ("talk", 15)]

    /// Each text in each noise: 200 clips.
    static func all() async throws -> [ConsentClip] {
        let synthesizer = ESpeakSynthesizer()
        let sounds = try await noiseSounds(synthesizer)
        let said =
            agreements.map { ($0, Meaning.yes) } + refusals.map { ($0, .no) } + others.map { ($0, .other) }
        var clips: [ConsentClip] = []
        for (place, (text, meaning)) in said.enumerated() {
            for (index, noise) in noises.enumerated() {
                let voice = voices[(place + index) % voices.count]
                let (sound, _) = try await synthesizer.sound(text, Prosody(voice: voice, speed: 0.9))
                let clean = sound.resampled(to: 16_000).padded(seconds: 0.5).samples
                clips.append(
                    ConsentClip(
                        text: text, meaning: meaning, voice: voice, noise: noise.0,
                        samples: ClipNoise.mix(clean, with: sounds[noise.0] ?? [0], decibels: noise.1)))
            }
        }
        return clips
    }

    private static func noiseSounds(_ synthesizer: ESpeakSynthesizer) async throws -> [String: [Int16]] {
        var source = ClipNoise(seed: 5)
        var sounds = [
            "quiet": source.white(80_000, rms: 10), "pink": source.pink(80_000), "hum": source.hum(80_000),
            "keys": source.keys(80_000),
        ]
        // Two people in the next room, speaking at the same time.
        let first = try await synthesizer.sound("the train to the coast was late again", Prosody(voice: "en-gb")).0
        let second = try await synthesizer.sound("we could have soup and bread", Prosody(voice: "en-us+f3")).0
        let (one, other) = (first.resampled(to: 16_000).samples, second.resampled(to: 16_000).samples)
        sounds["talk"] = one.indices.map { Int16((Int(one[$0]) + Int(other[$0 % other.count])) / 2) }
        return sounds
    }
}
