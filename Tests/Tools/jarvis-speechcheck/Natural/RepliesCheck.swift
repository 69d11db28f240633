// SPDX-License-Identifier: GPL-3.0-or-later
// The replies of the skills by both voices: how many words the neural recognizer misunderstands, and how much longer
// the silence between two clauses is than the written pause.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisSpokenText
import JarvisSynthesis
import JarvisSpeechModels

struct RepliesCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replies", abstract: "Measures how well real replies are understood, and the gaps in them.")

    @Option(help: "Lines of a request, a tab and more.") var requests: String
    @Option(help: "How many replies.") var count = 200
    @Option(help: "The voices, by commas.") var voices = "en-us,en-us/joe,en-us/heart"
    @Flag(help: "Print the replies and what was misunderstood.") var verbose = false

    /// Less than this is silence: −50 dBFS.
    private static let quiet: Int16 = 104

    func run() async throws {
        let replies = try await AnsweredReplies.make(count, requests: requests)
        let resources = ResourceLocator.standard()
        let transcriber = try OfflineTranscriber(
            RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            library: SherpaOnnxLibrary(folder: resources.speechLibraryFolder))
        for voice in voices.split(separator: ",").map(String.init) {
            try await measure(replies, voice, VoiceOption.synthesizer(of: voice), transcriber)
        }
    }

    private func measure(
        _ replies: [[String]], _ voice: String, _ synthesizer: any SpeechSynthesizer, _ transcriber: OfflineTranscriber
    ) async throws {
        var (wrong, words, whole) = (0, 0, 0)
        var excesses: [Double] = []
        for clauses in replies {
            var samples: [Int16] = []
            var ends: [Int] = []
            for clause in clauses {
                samples += try await SpokenSound.synthesized(clause, Prosody(voice: voice), by: synthesizer).samples
                ends.append(samples.count)
            }
            for (place, end) in ends.dropLast().enumerated() {
                guard let gap = Self.silence(around: end, in: samples) else { continue }
                let written = try await pause(clauses[place], clauses[place + 1], voice, synthesizer)
                if let written { excesses.append((gap - written) * 1000) }
            }
            let quiet = [Int16](repeating: 1, count: 3_200)
            let sound = WAVFile(samples: samples, sampleRateHertz: SpokenSound.rate).int16Samples(atRate: 16_000)
            let heard = try transcriber.transcribe(quiet + sound + quiet)
            let text = clauses.joined(separator: " ")
            let said = SpokenWords.words(of: SpeakableText(text).spoken)
            let errors = DictationCheck.errors(said, heard)
            if verbose { print("  \(errors) \(text)\(errors > 0 ? "\n    -> \(heard)" : "")") }
            (wrong, words, whole) = (wrong + errors, words + said.count, whole + (errors == 0 ? 1 : 0))
        }
        print(
            "\(voice): word error rate", fixed(Double(wrong) * 100 / Double(max(1, words)), 1, 1),
            "% of \(words) words (goal 3 %), \(whole) of \(replies.count) replies wholly right")
        print(
            "\(voice): \(excesses.count) gaps between clauses, beyond the written pause: median",
            fixed(excesses.median, 0, 1), "p95", fixed(excesses.share(0.95), 0, 1), "most",
            fixed(excesses.max() ?? 0, 0, 1), "ms (goal 30)")
    }

    /// The pause between two clauses, in seconds: for the natural voice the one written for a mark, for espeak-ng the
    /// one between the clauses spoken at once. Nil if unknown.
    private func pause(
        _ first: String, _ second: String, _ voice: String, _ synthesizer: any SpeechSynthesizer
    ) async throws -> Double? {
        if NaturalVoice.isName(voice) {
            let mark = first.unicodeScalars.last.flatMap(SpokenPhrase.Ending.init)
            return (mark ?? .none).pauseSeconds
        }
        let both = try await SpokenSound.synthesized(first + " " + second, Prosody(voice: voice), by: synthesizer)
        let next = both.words.first { $0.startCharacter >= first.count }
        return next.flatMap { Self.silence(around: max(0, $0.sampleOffset - SpokenSound.rate / 50), in: both.samples) }
    }

    /// The length of the silence around a sample, in seconds; nil at the edges of the sound.
    static func silence(around place: Int, in samples: [Int16]) -> Double? {
        func isLoud(_ sample: Int16) -> Bool { sample.magnitude > quiet }
        guard samples.indices.contains(place), let before = samples[..<place].lastIndex(where: isLoud),
            let after = samples[place...].firstIndex(where: isLoud)
        else { return nil }
        return Double(after - before - 1) / Double(SpokenSound.rate)
    }
}
