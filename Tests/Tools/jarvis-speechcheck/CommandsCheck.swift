// SPDX-License-Identifier: GPL-3.0-or-later
// Commands to the built-in skills by synthetic voices and by people, clean and in noise; sounds that are not commands;
// and the calibration of confidence. Both recognizers hear the same sound; a third of the speakers is kept out of all
// tuning.

import ArgumentParser
import JarvisAgent
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisTesting

struct CommandsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Measures commands: accuracy, rejection, confidence, time to the result.")

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
    @Option(help: "Only these parts, by commas: commands, orders (by synthetic voices, to learn from), prose, people.")
    var parts = "commands,prose,people"
    @Option(help: "A file for what the decisions between commands are made from; see training/command-evidence.")
    var evidence: String?
    @Option(help: "Only these speakers: tuned, kept or all.")
    var speakers = SpeakerGroup.all
    @Flag(help: "Print each mistake, and what it was made from; never those of speakers that were kept out.")
    var verbose = false

    private static let goals = ["clean": "96", "20": "93", "10": "78"]

    func run() async throws {
        if list {
            let orders = parts.contains("orders") ? CommandPhrases.orderClips : []
            for clip in CommandPhrases.clips + CommandPhrases.proseClips + orders {
                print("\(clip.voice)\t\(clip.text)")
            }
            return
        }
        let evidence = EvidenceTable(path: evidence)
        let wanted = Set(parts.split(separator: ",").map(String.init))
        let clips = try (spoken.map(RecognitionClip.list) ?? []).filter { speakers.has($0) }
        let (isCommand, isOrder) = (Set(CommandPhrases.commands), Set(DrinkOrders.examples))
        if wanted.contains("commands") {
            let commands = clips.filter { isCommand.contains($0.text) }.enumerated().filter { $0.offset % stride == 0 }
            try await measure(commands.map(\.element), evidence)
        }
        if wanted.contains("orders") {
            try await RecordedCommands.check(
                clips.filter { isOrder.contains($0.text) }, noises: Noises(corpus: corpus), conditions: conditions,
                evidence, verbose: verbose)
        }
        if wanted.contains("prose") {
            try await reject(clips.filter { !isCommand.contains($0.text) && !isOrder.contains($0.text) }, evidence)
        }
        try evidence.save()
        if wanted.contains("people") {
            try await RecordedCommands.check(corpus: corpus, speakers: speakers, verbose: verbose)
        }
    }

    private func measure(_ clips: [RecognitionClip], _ evidence: EvidenceTable) async throws {
        let noises = try Noises(corpus: corpus)
        print("noises: \(noises.names.joined(separator: ", "))\(corpus?.isEmpty ?? true ? " (no corpus)" : "")")
        let judge = AnswerJudge()
        let rigs = RecognizerUnderTest.chosen.map { ($0, HearingRig(judge.recognizer($0))) }
        for (recognizer, rig) in rigs where recognizer == .neural { evidence.watch(rig.recognizer) }
        var table = ComparisonTable("commands wholly right, %")
        var voices = ComparisonTable("by voice, %")
        var confidence = ConfidenceTable("confidence, kept out")
        var times: [RecognizerUnderTest: Heard] = [:]
        for condition in conditions.split(separator: ",").map(String.init) {
            for (index, clip) in clips.enumerated() {
                let clip = Double(condition).map { clip.mixed(with: noises.noise(index), decibels: $0) } ?? clip
                for (recognizer, rig) in rigs {
                    let heard = try await rig.hear(clip.samples)
                    let isRight = try await judge.isSame(heard.text, as: clip.text)
                    let explanation = recognizer == .neural ? evidence.explanation : ""
                    if recognizer == .neural {
                        try await evidence.add(clip, condition) { try await judge.isSame($0, as: clip.text) }
                    }
                    table.add(
                        isRight ? 1 : 0, row: condition, by: recognizer, isKeptOut: clip.isKeptOut,
                        goal: Self.goals[condition] ?? "")
                    voices.add(isRight ? 1 : 0, row: clip.kind, by: recognizer, isKeptOut: clip.isKeptOut)
                    times[recognizer, default: Heard()].preparation += heard.preparation
                    times[recognizer, default: Heard()].result += heard.result
                    if clip.isKeptOut, recognizer == .neural, heard.transcripts.count == 1,
                        let transcript = heard.transcripts[0]
                    {
                        confidence.add(transcript, isRight: isRight)
                    }
                    if verbose, !isRight, !clip.isKeptOut {
                        print("  \(recognizer.rawValue) \(condition) \(Self.mistake(heard, clip))\n\(explanation)")
                    }
                }
            }
        }
        print(table.text + "\n" + voices.text + "\n" + confidence.text)
        for (recognizer, heard) in times.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print(
                "\(recognizer.rawValue): result after the end \(Spread(heard.result)), ready after the pause "
                    + "\(Spread(heard.preparation))")
        }
    }

    private static func mistake(_ heard: Heard, _ clip: RecognitionClip) -> String {
        let kinds = heard.transcripts.map { $0.map { "\($0.search) \(($0.confidence * 100).rounded1)" } ?? "-" }
        return "\(clip.kind): \(clip.text) -> \(heard.text) [\(kinds.joined(separator: ", "))]"
    }

    private func reject(_ synthetic: [RecognitionClip], _ evidence: EvidenceTable) async throws {
        let human = try RecognitionClip.corpus(corpus, kinds: ["dictation", "command", "conversation", "keyword"])
            .filter { !$0.text.contains("jarvis") && speakers.has($0) }
        let judge = AnswerJudge()
        var table = ComparisonTable("utterances taken for commands, %")
        for recognizer in RecognizerUnderTest.chosen {
            let rig = HearingRig(judge.recognizer(recognizer))
            if recognizer == .neural { evidence.watch(rig.recognizer) }
            for (name, clips) in [("synthetic prose", synthetic), ("people", human)] {
                for clip in clips {
                    let heard = try await rig.hear(clip.samples)
                    let explanation = recognizer == .neural ? evidence.explanation : ""
                    if recognizer == .neural { try await evidence.add(clip, name) }
                    let taken = heard.transcripts.compactMap { $0 }.filter { $0.search == .grammar }
                    table.add(
                        taken.count, of: max(heard.transcripts.count, 1), row: name, by: recognizer,
                        isKeptOut: clip.isKeptOut, goal: "≤ 1")
                    if verbose, !taken.isEmpty, !clip.isKeptOut {
                        print("  \(recognizer.rawValue) \(clip.name): \(clip.text) -> \(heard.text)\n\(explanation)")
                    }
                }
            }
        }
        print(table.text)
    }
}
