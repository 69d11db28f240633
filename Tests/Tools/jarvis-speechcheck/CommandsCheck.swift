// SPDX-License-Identifier: GPL-3.0-or-later
// Commands by the grammar of the built-in skills: right skill and values, clean and in noise; what is not a command; noise.

import ArgumentParser
import JarvisAgent
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisTesting

struct CommandsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Measures commands by grammar: accuracy, rejection, time to the result.")

    @Flag(help: "Print what has to be spoken, as lines of VOICE<tab>SENTENCE, and do nothing else.")
    var list = false
    @Option(help: "Lines of FILE<tab>VOICE<tab>SENTENCE.")
    var spoken: String?
    @Option(help: "The folder of the corpus; empty: none.")
    var corpus: String?
    @Option(help: "Signal to noise in decibels, by commas; \"clean\" is none.")
    var conditions = "clean,20,10"
    @Option(help: "Only every so manieth clip.")
    var stride = 1
    @Option(help: "Only these parts, by commas: commands, prose, noise, orders.")
    var parts = "commands,prose,noise,orders"
    @Flag(help: "Print each mistake.")
    var verbose = false

    func run() async throws {
        if list {
            for clip in CommandPhrases.clips + CommandPhrases.proseClips { print("\(clip.voice)\t\(clip.text)") }
            return
        }
        let wanted = Set(parts.split(separator: ",").map(String.init))
        let judge = AnswerJudge()
        let clips = try spoken.map(RecognitionClip.list) ?? []
        let isCommand = Set(CommandPhrases.commands)
        let noises = try Noises(corpus: corpus)
        print("noises: \(noises.names.joined(separator: ", "))\(corpus?.isEmpty ?? true ? " (no corpus)" : "")")
        if wanted.contains("commands") {
            let commands = clips.enumerated().filter { isCommand.contains($0.element.text) && $0.offset % stride == 0 }
                .map(\.element)
            for condition in conditions.split(separator: ",") {
                try await measure(commands, String(condition), noises, judge)
            }
        }
        if wanted.contains("prose") {
            try await reject("synthetic prose", clips.filter { !isCommand.contains($0.text) }, judge)
            let human = try RecognitionClip.corpus(corpus, kinds: ["dictation", "command", "conversation", "keyword"])
                .filter { !$0.text.contains("jarvis") }
            if !human.isEmpty { try await reject("corpus speech", human, judge) }
        }
        if wanted.contains("noise") { try await silence(noises, judge) }
        if wanted.contains("orders") { try await DrinkOrders.check(corpus: corpus, verbose: verbose) }
    }

    private func measure(
        _ clips: [RecognitionClip], _ condition: String, _ noises: Noises, _ judge: AnswerJudge
    ) async throws {
        let rig = HearingRig(judge.recognizer())
        var right: [String: (Int, Int)] = [:]
        var total = Heard()
        for (index, clip) in clips.enumerated() {
            var clip = clip
            if let decibels = Double(condition) {
                clip = clip.mixed(with: noises.noise(index), decibels: decibels)
            }
            let heard = try await rig.hear(clip.samples)
            let isRight = try await judge.isSame(heard.text, as: clip.text)
            let (good, all) = right[clip.kind] ?? (0, 0)
            right[clip.kind] = (good + (isRight ? 1 : 0), all + 1)
            total.preparation += heard.preparation
            total.result += heard.result
            total.retracted += heard.retracted
            if verbose, !isRight {
                let kinds = heard.transcripts.map { $0.map { "\($0.search) \(($0.confidence * 100).rounded1)" } ?? "-" }
                print("  \(condition) \(clip.kind): \(clip.text) -> \(heard.text) [\(kinds.joined(separator: ", "))]")
            }
        }
        let (good, all) = right.values.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        let goal = ["clean": "98", "20": "95", "10": "80"][condition] ?? "-"
        print(
            "commands \(condition): \((Double(good) * 100 / Double(max(all, 1))).rounded1) % of \(all) right (goal \(goal));"
                + " result after the end \(Spread(total.result)) (goal 20), ready after the pause "
                + "\(Spread(total.preparation)); words taken back \(total.retracted)")
        let voices = right.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.0)/\($0.value.1)" }
        print("  " + voices.joined(separator: ", "))
        print("  resident: \(ProcessMemory.residentKiB / 1024) MiB")
    }

    private func reject(_ name: String, _ clips: [RecognitionClip], _ judge: AnswerJudge) async throws {
        let rig = HearingRig(judge.recognizer())
        var (utterances, taken) = (0, 0)
        for clip in clips {
            let heard = try await rig.hear(clip.samples)
            utterances += max(heard.transcripts.count, 1)
            for transcript in heard.transcripts {
                guard let transcript, transcript.search == .grammar else { continue }
                taken += 1
                if verbose { print("  \(clip.name): \(transcript.text) \((transcript.confidence * 100).rounded1)") }
            }
        }
        let share = Double(taken) * 100 / Double(max(utterances, 1))
        print("\(name): \(taken) of \(utterances) utterances taken for commands, \(share.rounded1) % (goal 1)")
    }

    /// Noise through the detector, and past it straight into the recognizer.
    private func silence(_ noises: Noises, _ judge: AnswerJudge) async throws {
        let recognizer = judge.recognizer()
        let rig = HearingRig(recognizer)
        var texts: [String] = []
        for (name, samples) in noises.alone {
            let heard = try await rig.hear(samples)
            if !heard.text.isEmpty { texts.append("\(name): \"\(heard.text)\"") }
            if let text = try await recognizer.transcribe(samples: samples)?.text {
                texts.append("\(name) past the detector: \"\(text)\"")
            }
        }
        print("noise alone: \(texts.count) transcripts of \(noises.alone.count * 2) (goal 0) \(texts)")
    }
}

/// Noises of code and, with a corpus, of the world.
struct Noises {
    /// To mix with speech.
    private var mixed: [(name: String, samples: [Int16])]
    /// To be heard alone.
    private(set) var alone: [(name: String, samples: [Int16])]

    var names: [String] { mixed.map(\.name) }

    init(corpus: String?) throws {
        var source = ClipNoise(seed: 5)
        mixed = [("pink", source.pink(160_000)), ("hum", source.hum(160_000))]
        alone = mixed + [("keys", source.keys(160_000)), ("white", source.white(80_000, rms: 2_000))]
        for clip in try RecognitionClip.corpus(corpus, kinds: ["noise"]) {
            // The others are single events.
            if clip.name.contains("kitchen") { mixed.append((clip.name, clip.samples)) }
            alone.append((clip.name, source.white(8_000, rms: 3) + clip.samples + source.white(16_000, rms: 3)))
        }
    }

    func noise(_ index: Int) -> [Int16] {
        let samples = mixed[index % mixed.count].samples
        let offset = index * 7_919 % samples.count
        return Array(samples[offset...] + samples[..<offset])
    }
}
