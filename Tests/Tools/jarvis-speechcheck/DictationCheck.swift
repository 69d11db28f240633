// SPDX-License-Identifier: GPL-3.0-or-later
// Free dictation on human speech: word error rate, and how long the result is in coming.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisTesting

struct DictationCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dictation", abstract: "Measures dictation: word error rate, time to the result.")

    @Option(help: "The folder of the corpus.")
    var corpus: String
    @Flag(help: "Print each result.")
    var verbose = false

    func run() async throws {
        let clips = try RecognitionClip.corpus(corpus, kinds: ["dictation", "command"]).filter { !$0.text.isEmpty }
        let groups: [(name: String, clips: [RecognitionClip], best: String)] = [
            ("dictation", clips.filter { $0.kind == "dictation" }, "30.1"),
            ("orders", clips.filter { $0.name.contains("order_") }, "54.0"),
            ("short", clips.filter { $0.kind == "command" && !$0.name.contains("order_") }, "21.7"),
        ]
        let recognizer = RecognizerUnderTest.make()
        print("resident before: \(ProcessMemory.residentKiB / 1024) MiB")
        let rig = HearingRig(recognizer)
        var (all, allWhole, words) = (0, 0, 0)
        var total = Heard()
        var wholeTime = Duration.zero
        var wholeSamples = 0
        for group in groups {
            var (wrong, wrongWhole, count) = (0, 0, 0)
            for clip in group.clips {
                let said = SpokenWords.words(of: clip.text)
                let heard = try await rig.hear(clip.samples, task: .dictation)
                let begin = ContinuousClock.now
                let whole = try await recognizer.transcribe(samples: clip.samples, task: .dictation)?.text ?? ""
                wholeTime += ContinuousClock.now - begin
                wholeSamples += clip.samples.count
                wrong += Self.errors(said, heard.text)
                wrongWhole += Self.errors(said, whole)
                count += said.count
                total.preparation += heard.preparation
                total.result += heard.result
                total.retracted += heard.retracted
                if verbose { print("  \(clip.name): \(clip.text)\n    -> \(heard.text)\n    => \(whole)") }
            }
            let rate = Double(wrong) * 100 / Double(max(count, 1))
            let floor = Double(wrongWhole) * 100 / Double(max(count, 1))
            print(
                "\(group.name): word error rate \(rate.rounded1) %, whole recordings past the segmenter \(floor.rounded1) %"
                    + " (best row of both corpora \(group.best))")
            all += wrong
            allWhole += wrongWhole
            words += count
        }
        let rate = Double(all) * 100 / Double(max(words, 1))
        print(
            "all: \(rate.rounded1) %, past the segmenter \((Double(allWhole) * 100 / Double(max(words, 1))).rounded1) %"
        )
        let audioSeconds = Double(wholeSamples) / Double(AudioFrame.sampleRateHertz)
        print("whole recordings: \(audioSeconds.rounded1) s, real-time factor \((wholeTime / .seconds(audioSeconds)))")
        print(
            "result after the end \(Spread(total.result)) (goal 30), ready after the pause \(Spread(total.preparation));"
                + " words taken back \(total.retracted); resident \(ProcessMemory.residentKiB / 1024) MiB")
    }

    /// Words to insert, delete or replace (Levenshtein).
    static func errors(_ said: [String], _ heard: String) -> Int {
        let heard = SpokenWords.words(of: heard)
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
