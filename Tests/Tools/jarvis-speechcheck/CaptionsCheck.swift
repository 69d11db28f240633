// SPDX-License-Identifier: GPL-3.0-or-later
// Captions against sound: when each word was reported as heard and when its sound left the speaker, found by locating
// the synthesizer's own samples in a recording of the speaker's monitor; and the text kept after interruptions.

import ArgumentParser
import Glibc
import JarvisAudio
import JarvisCore
import Synchronization

struct CaptionsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "captions", abstract: "Measures how far captions are from the sound, and what a cut reply keeps.")

    @Option(help: "Sentences to hear to their end.")
    var sentences = 4

    @Option(help: "Replies to interrupt at random moments.")
    var stops = 8

    @OptionGroup var voice: VoiceOption

    private struct Heard: Sendable {
        var moments: [(position: HeardPosition, at: ContinuousClock.Instant)] = []
        var isFinished = false
    }

    func run() async throws {
        let synthesizer = try voice.synthesizer()
        var lateness: [Double] = []
        for round in 0..<sentences {
            lateness += try await wholeReply(Self.texts[round % Self.texts.count], synthesizer)
        }
        let distances = lateness.map(abs)
        print(
            "words \(lateness.count): caption − sound, ms: p50", fixed(lateness.median, 0, 4), " distance p95",
            fixed(distances.share(0.95), 0, 4), " max", fixed(distances.max() ?? .nan, 0, 4), " (goal 80)")
        var offs: [Int] = []
        var generator = SystemRandomNumberGenerator()
        for round in 0..<stops {
            let moment = Duration.milliseconds(Int64.random(in: 400...2_600, using: &generator))
            offs.append(try await cutReply(Self.texts[round % Self.texts.count], after: moment, synthesizer))
        }
        print(
            "interruptions \(offs.count): words kept − words heard:",
            offs.map { fixed(Double($0), 0, 2) }.joined(separator: " "), " beyond ±1:",
            offs.count { abs($0) > 1 }, " (goal 0)")
    }

    /// The delay of each word's caption after its sound, in milliseconds.
    private func wholeReply(_ text: String, _ synthesizer: any SpeechSynthesizer) async throws -> [Double] {
        let sound = try await SpokenSound.synthesized(text, Prosody(voice: voice.voice), by: synthesizer)
        let speaker = MonitoredSpeaker()
        try await speaker.start()
        let heard = try await play(sound, on: speaker, until: nil)
        let recording = await speaker.recording()
        guard let begin = place(of: sound.samples, in: recording.samples) else { return [] }
        return heard.moments.compactMap { position, at in
            // A word is reported once the next one begins, the last one at the end of the sound.
            guard let word = sound.words.firstIndex(where: { $0.endCharacter == position.characters }) else {
                return nil
            }
            let due = word + 1 < sound.words.count ? sound.words[word + 1].sampleOffset : sound.samples.count
            return (at - recording.instant(ofSample: begin + due)) / .milliseconds(1)
        }
    }

    /// The number of words reported minus those heard before the speaker fell silent.
    private func cutReply(
        _ text: String, after moment: Duration, _ synthesizer: any SpeechSynthesizer
    ) async throws -> Int {
        let sound = try await SpokenSound.synthesized(text, Prosody(voice: voice.voice), by: synthesizer)
        let speaker = MonitoredSpeaker()
        try await speaker.start()
        let heard = try await play(sound, on: speaker, until: moment)
        let recording = await speaker.recording()
        guard let last = recording.samples.lastIndex(where: { abs(Int($0)) > 60 }),
            let begin = place(of: Array(sound.samples.prefix(SpokenSound.rate / 3)), in: recording.samples)
        else { return 0 }
        let kept = heard.moments.last?.position.characters ?? 0
        let reported = sound.words.count { $0.endCharacter <= kept }
        // A word has been heard if the sound continues beyond its end.
        let ends = sound.words.indices.map {
            $0 + 1 < sound.words.count ? sound.words[$0 + 1].sampleOffset : sound.samples.count
        }
        return reported - ends.count { $0 <= last - begin }
    }

    private func play(_ sound: SpokenSound, on speaker: MonitoredSpeaker, until moment: Duration?) async throws -> Heard
    {
        let (events, report) = AsyncStream.makeStream(of: (PlaybackEvent, ContinuousClock.Instant).self)
        speaker.player.begin(device: nil) { report.yield(($0, .now)) }
        speaker.player.enqueue(
            SynthesizedAudio(samples: sound.samples, sampleRateHertz: SpokenSound.rate, words: sound.words), clause: 0)
        speaker.player.finish()
        if let moment {
            Task {
                try await Task.sleep(for: moment)
                speaker.player.stop()
                report.finish()
            }
        }
        var heard = Heard()
        for await (event, at) in events {
            if case .failed(let failure) = event { throw failure }
            if case .heard(let position) = event { heard.moments.append((position, at)) }
            if event == .finished { break }
        }
        return heard
    }

    /// The start of `part` in `whole`, by correlation on every eighth sample, then on each.
    private func place(of part: [Int16], in whole: [Int16]) -> Int? {
        // Its loudest third of a second is enough.
        let length = min(part.count, SpokenSound.rate / 3)
        guard length > 0, whole.count > length, let first = part.firstIndex(where: { abs(Int($0)) > 1_000 }) else {
            return nil
        }
        let lead = min(first, part.count - length)
        let probe = part[lead..<(lead + length)].map(Double.init)
        func match(_ start: Int, step: Int) -> Double {
            var product = 0.0
            var energy = 1.0
            for index in stride(from: 0, to: length, by: step) {
                let sample = Double(whole[start + index])
                product += probe[index] * sample
                energy += sample * sample
            }
            return product / energy.squareRoot()
        }
        guard let loud = whole.firstIndex(where: { abs(Int($0)) > 300 }) else { return nil }
        // The speech begins roughly where the recording becomes loud.
        let range = max(0, loud - 4_000)...min(whole.count - length - 1, loud + 12_000)
        guard range.lowerBound < range.upperBound else { return nil }
        let coarse = stride(from: range.lowerBound, to: range.upperBound, by: 4).map { ($0, match($0, step: 5)) }
        guard let near = coarse.max(by: { $0.1 < $1.1 })?.0 else { return nil }
        let fine = (max(0, near - 6)...min(whole.count - length - 1, near + 6)).map { ($0, match($0, step: 1)) }
        return fine.max { $0.1 < $1.1 }.map { $0.0 - lead }
    }

    private static let texts = [
        "The weather will be fine today, with a few clouds in the evening and a light wind from the west.",
        "You have three messages, two of them are new, and one of them is from your sister.",
        "I set a timer for five minutes, and I will tell you when it is over, so go and make some tea.",
        "There are twelve files in this folder, and the largest of them takes forty two megabytes.",
    ]
}
