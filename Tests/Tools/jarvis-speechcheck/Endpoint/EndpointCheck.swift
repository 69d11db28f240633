// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoint detection: how many utterances are cut, how many cuts are reverted, and how long the end takes to be
// detected.

import ArgumentParser
import JarvisCore
import JarvisRecognition

struct EndpointCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint", abstract: "Measures the ends of utterances: false cuts and the wait for the decision.")

    @Option(help: "The folder of the corpus.")
    var corpus: String
    @Option(help: "Only every so manieth clip.")
    var stride = 1
    @Option(help: "Only this part: commands, dictation, prose or other.")
    var only: String?
    @Option(help: "Only clips whose name has this in it.")
    var matching = ""
    @Flag(help: "Print each clip, with the words at its cuts and the detector's frames.")
    var verbose = false

    func run() async throws {
        let clips = try EndpointClip.corpus(corpus).filter { matching.isEmpty || $0.name.contains(matching) }
        let commands = clips.filter { $0.kind == "command" }
        let prose = clips.filter { $0.kind == "dictation" }
        let passages = EndpointClip.passages(of: prose)
        print(
            """
            Times from the marked end of speech to the decision; a cut is a decision while more speech follows, lost when it
            was not taken back. Fixed rows: so much silence, nothing else. Passages: two sentences of one reader, with
            pauses between them as in read prose (p50 0.48 s, p95 0.76 s), one for each ordered pair and three pauses.

            """)
        let own = try recognizer(RecordedCommands.sources)
        let builtIn = AnswerJudge().recognizer()
        let parts: [(name: String, show: () async throws -> Void)] = [
            (
                "commands",
                { try await show("corpus commands, in their grammars", commands, own, .command, goals: (1, 350)) }
            ),
            (
                "dictation",
                { try await show("read prose, as dictation", prose + passages, own, .dictation, goals: (5, 1_000)) }
            ),
            (
                "prose",
                { try await show("read prose, not asked for", prose + passages, builtIn, .command, goals: (5, 1_000)) }
            ),
            ("other", { try await show("corpus commands, in no grammar", commands, builtIn, .command, goals: nil) }),
        ]
        for part in parts where only == nil || only == part.name { try await part.show() }
    }

    private func recognizer(_ patterns: [String]) throws -> PocketSphinxRecognizer {
        RecognizerUnderTest.make(patterns: try patterns.map { try UtterancePattern($0) })
    }

    private func show(
        _ title: String, _ clips: [EndpointClip], _ recognizer: PocketSphinxRecognizer, _ task: RecognitionTask,
        goals: (lost: Double, median: Double)?
    ) async throws {
        let chosen = clips.enumerated().filter { $0.offset % stride == 0 }.map { $0.element.heard() }
        print("\(title) (\(chosen.count))".padded(to: 44) + "  cut %  lost %   median      p90")
        for fixed in [450, 600, 900] {
            let results = chosen.map { FixedSilence.run($0, milliseconds: fixed) }
            print("  fixed \(fixed) ms".padded(to: 44) + EndpointRow(results).text)
        }
        for isSounding in [false, true] {
            var results: [EndpointResult] = []
            for clip in chosen {
                let result = await EndpointRig(recognizer).run(clip, task: task, answerSounds: isSounding)
                results.append(result)
                if verbose { print("    \(clip.name): \(result)") }
                if verbose, result.cuts > 0 { print("      speech: \(clip.runs)") }
            }
            let row = EndpointRow(results)
            let goal = goals.map { "  (goal: lost \($0.lost) %, median \(Int($0.median)) ms)" } ?? ""
            print((isSounding ? "  by meaning, answer 60 ms later" : "  by meaning").padded(to: 44) + row.text + goal)
        }
        print("")
    }
}

/// A row of the table.
struct EndpointRow {
    let text: String

    init(_ results: [EndpointResult]) {
        let share = { (count: Int) in Double(count) * 100 / Double(max(results.count, 1)) }
        let waits = results.compactMap { $0.isLost ? nil : $0.waitMilliseconds }.sorted()
        let at = { (part: Double) in
            waits.isEmpty ? "-" : "\(Int(waits[min(Int(Double(waits.count) * part), waits.count - 1)].rounded())) ms"
        }
        text =
            share(results.count { $0.cuts > 0 }).rounded1.leftPadded(to: 7)
            + share(results.count(where: \.isLost)).rounded1.leftPadded(to: 8) + at(0.5).leftPadded(to: 9)
            + at(0.9).leftPadded(to: 9)
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
