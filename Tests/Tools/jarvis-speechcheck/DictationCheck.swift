// SPDX-License-Identifier: GPL-3.0-or-later
// Free dictation: the word error rate of people and synthetic voices, its cost in time and memory, and the calibration
// of its confidence. Both recognizers hear the same sound.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisSpokenText
import JarvisTesting

struct DictationCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dictation", abstract: "Measures dictation: word error rate, time, processor, memory.")

    @Flag(help: "Print what has to be spoken, as lines of VOICE<tab>SENTENCE, and do nothing else.")
    var list = false
    @Option(help: "The folder of the corpus; empty: none.")
    var corpus: String?
    @Option(help: "Lines of FILE<tab>VOICE<tab>SENTENCE.")
    var spoken: String?
    @Option(help: "Only every so manieth clip.")
    var stride = 1
    @Flag(help: "Print each result.")
    var verbose = false

    private struct Cost {
        var heard = Heard()
        var wall = Duration.zero
        var processorSeconds = 0.0
        var sampleCount = 0
        var memory: [String] = []
    }

    func run() async throws {
        if list {
            for clip in CommandPhrases.proseClips { print("\(clip.voice)\t\(clip.text)") }
            return
        }
        let people = try RecognitionClip.corpus(corpus, kinds: ["dictation", "command"]).filter { !$0.text.isEmpty }
        let prose = try spoken.map(RecognitionClip.list) ?? []
        let groups: [(name: String, clips: [RecognitionClip])] = [
            ("people, prose", people.filter { $0.kind == "dictation" }),
            ("people, orders", people.filter { $0.name.contains("order_") }),
            ("people, short", people.filter { $0.kind == "command" && !$0.name.contains("order_") }),
            ("synthetic voices, prose", prose),
        ]
        // First, before any of the library is in memory.
        if let clip = people.first ?? prose.first { try await Self.showMemory(clip) }
        var table = ComparisonTable("words wrong, %")
        var confidence = ConfidenceTable("confidence, kept out")
        var costs: [(RecognizerUnderTest, Cost)] = []
        for recognizer in RecognizerUnderTest.chosen {
            var cost = Cost()
            for group in groups {
                let clips = group.clips.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
                try await hear(clips, group.name, by: recognizer, &table, &confidence, &cost)
            }
            costs.append((recognizer, cost))
        }
        print(table.text + "\n" + confidence.text)
        for (recognizer, cost) in costs { show(cost, of: recognizer) }
    }

    private func hear(
        _ clips: [RecognitionClip], _ name: String, by kind: RecognizerUnderTest, _ table: inout ComparisonTable,
        _ confidence: inout ConfidenceTable, _ cost: inout Cost
    ) async throws {
        let recognizer = kind.make()
        let rig = HearingRig(recognizer)
        recognizer.warmUp()
        await recognizer.settle()
        for clip in clips {
            let said = SpokenWords.words(of: clip.text)
            let heard = try await rig.hear(clip.samples, task: .dictation)
            let (begin, processor) = (ContinuousClock.now, Self.processorSeconds())
            let whole = try await recognizer.transcribe(samples: clip.samples, task: .dictation)
            cost.wall += ContinuousClock.now - begin
            cost.processorSeconds += Self.processorSeconds() - processor
            cost.sampleCount += clip.samples.count
            cost.heard.preparation += heard.preparation
            cost.heard.result += heard.result
            for row in [name, "all"] {
                table.add(
                    Self.errors(said, heard.text), of: said.count, row: row, by: kind, isKeptOut: clip.isKeptOut,
                    goal: "9")
            }
            table.add(
                Self.errors(said, whole?.text ?? ""), of: said.count, row: "all, past the segmenter", by: kind,
                isKeptOut: clip.isKeptOut, goal: "9")
            if kind == .neural, clip.isKeptOut, let whole {
                confidence.add(whole, isRight: Self.errors(said, whole.text) <= 1)
            }
            if verbose {
                print(
                    "  \(kind.rawValue) \(clip.name): \(clip.text)\n    -> \(heard.text)\n    => \(whole?.text ?? "")")
            }
        }
    }

    private func show(_ cost: Cost, of recognizer: RecognizerUnderTest) {
        let seconds = Double(cost.sampleCount) / Double(AudioFrame.sampleRateHertz)
        let wall = Int(cost.wall / .seconds(seconds) * 1000)
        let processor = Int(cost.processorSeconds / seconds * 1000)
        print(
            "\(recognizer.rawValue): whole recordings, \(seconds.rounded1) s: \(wall) thousandths of real time by the clock, "
                + "\(processor) of the processor (goal 60); result after the end \(Spread(cost.heard.result)), ready after "
                + "the pause \(Spread(cost.heard.preparation))")
    }

    /// Shows the memory that the neural model adds when loaded, used and released.
    private static func showMemory(_ clip: RecognitionClip) async throws {
        let model = RecognizerUnderTest.model()
        func proportional() -> Int {
            ProcessMemory.trim()
            return ProcessMemory.proportionalKiB
        }
        let before = proportional()
        _ = try model.text(of: clip.samples)
        let loaded = proportional()
        for _ in 0..<20 { _ = try model.text(of: clip.samples) }
        let used = proportional()
        model.trim()
        while await model.isLoaded() { try await Task.sleep(for: .milliseconds(10)) }
        let after = proportional()
        func difference(_ reading: Int) -> String { (Double(reading - before) / 1024).rounded1 }
        print(
            "the neural model's memory (PSS), MiB: loaded +\(difference(loaded)), used +\(difference(used)) (goal 130), "
                + "given back +\(difference(after)) with the library's own pages (goal 8)")
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Spellings that recognizers write for the same sounds.
    private static let spellings = [
        "per cent": "percent", "alright": "all right", "to-day": "today", "to-morrow": "tomorrow",
        "to-night": "tonight",
    ]

    /// Words to insert, delete or replace (Levenshtein).
    static func errors(_ said: [String], _ heard: String) -> Int {
        let heard = SpokenWords.words(
            of: spellings.reduce(heard.lowercased()) { $0.replacing($1.key, with: $1.value) })
        var row = Array(0...heard.count)
        for (index, word) in said.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in heard.enumerated() {
                let replaced = diagonal + (word == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[heard.count]
    }
}
