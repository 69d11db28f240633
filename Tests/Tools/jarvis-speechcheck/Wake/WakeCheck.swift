// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis-speechcheck wake: how often the wake word is missed, how often other speech triggers it, its cost, and whether
// JARVIS wakes itself; by the keyphrase search alone and with the transcriber, on the same sound.

import ArgumentParser
import JarvisCore
import JarvisRecognition

struct WakeCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "wake", abstract: "Measures the wake word.")
    @Option(name: .long, help: "Folder of recorded speech with a manifest.json.") var corpus: String?
    @Option(name: .long, help: "A list of VOICE<tab>WAV of speech without the wake word.") var prose: String?
    @Option(name: .long, help: "Every how many-th piece of prose the search alone hears, too; 0: it hears nothing.")
    var oldShare = 4
    @Option(name: .long, help: "A list of VOICE<tab>WAV of synthetic calls of the phrase.") var calls: String?
    @Option(name: .long, help: "That phrase.") var phrase = "jarvis"
    @Option(name: .long, help: "Minutes of JARVIS's own speech.") var ownMinutes = 30.0
    @Option(name: .long, help: "The voice of that speech; several of espeak-ng's without it.") var voice: String?
    @Option(name: .long, help: "Sensitivity in percent.") var sensitivity: [Double] = [50]
    @Option(name: .long, help: "Write everything that was considered to this file.") var candidates: String?
    @Flag(name: .long, help: "Name each miss and each false alarm.") var verbose = false

    func run() async throws {
        let transcriber = RecognizerUnderTest.model()
        // Without the transcriber, the search would be measured twice.
        transcriber.warmUp()
        guard await transcriber.isLoaded() else { throw CheckFailure("the model is not loaded: run scripts/setup") }
        let corpusClips = try corpus.map(WakeClip.corpus) ?? []
        let synthetic = try calls.map { try WakeClip.list($0, kind: "synthetic") } ?? []
        if corpusClips.isEmpty { print("no corpus: calls of people are left out") }
        let table = WakeCandidateTable(path: candidates)
        for percent in sensitivity {
            print("sensitivity \(Int(percent)) %")
            for (name, transcriber) in [
                ("search alone", nil), ("with the transcriber", transcriber as (any WakeTranscriber)?),
            ] where transcriber != nil || oldShare > 0 {
                print("  \(name)")
                for phrase in ["jarvis", "computer"] {
                    let called = corpusClips.filter { $0.transcript == phrase }
                    if !called.isEmpty { try await misses(of: phrase, called, "recorded", percent, transcriber, table) }
                }
                if !synthetic.isEmpty {
                    try await misses(of: phrase, synthetic, "synthetic", percent, transcriber, table)
                }
                let others = corpusClips.filter { $0.transcript?.contains("jarvis") != true }
                try await alarms(others, "other recordings", percent, transcriber, table)
                let prose =
                    try prose.map { try WakeClip.list($0, kind: "prose", every: transcriber == nil ? oldShare : 1) }
                    ?? []
                try await alarms(prose, "synthetic prose", percent, transcriber, table)
            }
        }
        try table.save()
        guard ownMinutes > 0 else { return }
        try await OwnSpeechCheck(minutes: ownMinutes, verbose: verbose, transcriber: transcriber, voice: voice).run()
    }

    /// Misses in quiet and in noise, for all speakers and for a third of them. The weights were chosen on all.
    private func misses(
        of phrase: String, _ calls: [WakeClip], _ kind: String, _ percent: Double,
        _ transcriber: (any WakeTranscriber)?,
        _ table: WakeCandidateTable
    ) async throws {
        let kept = WakeClip.thirdOf(calls.map(\.speaker))
        print("    \"\(phrase)\", \(calls.count) \(kind) calls; missed % (a third of the speakers)")
        for (name, decibels) in [("clean", nil), ("20 dB", 20.0), ("10 dB", 10.0)] {
            let rig = SpotterRig(phrase: phrase, percent: percent, transcriber: transcriber)
            var (missed, missedKept) = ([String](), 0)
            var (count, keptCount) = (0, 0)
            for clip in calls {
                for clip in try decibels.map({ try clip.noisy($0, corpus: corpus) }) ?? [clip] {
                    let isKept = kept.contains(clip.speaker)
                    count += 1
                    keptCount += isKept ? 1 : 0
                    let candidates = try await rig.candidates(in: clip)
                    table.add(candidates, [phrase, kind, name, isKept ? "kept" : "", clip.name])
                    guard !candidates.contains(where: \.wakes) else { continue }
                    missedKept += isKept ? 1 : 0
                    let heard = candidates.compactMap { candidate in
                        candidate.text.map { "\"\($0)\" \(candidate.score.text(1))" }
                    }
                    missed.append("      missed \(clip.name) (\(clip.speaker)) \(heard.joined(separator: ", "))")
                }
            }
            let share = Double(missed.count) * 100 / Double(max(count, 1))
            let keptShare = Double(missedKept) * 100 / Double(max(keptCount, 1))
            print("      \(name)  \(share.text(1).aligned(5)) (\(keptShare.text(1)))")
            if verbose { missed.forEach { print($0) } }
        }
    }

    private func alarms(
        _ clips: [WakeClip], _ name: String, _ percent: Double, _ transcriber: (any WakeTranscriber)?,
        _ table: WakeCandidateTable
    ) async throws {
        guard !clips.isEmpty else { return }
        let rig = SpotterRig(phrase: phrase, percent: percent, transcriber: transcriber)
        var count = 0
        for clip in clips {
            let candidates = try await rig.candidates(in: clip)
            table.add(candidates, ["", name, "", "", clip.name])
            let hits = candidates.filter(\.wakes)
            count += hits.count
            guard verbose else { continue }
            for hit in hits {
                let place = (Double(hit.samples.lowerBound) / 16_000).text(1)
                print("      false \(clip.name) \(place) s \(hit.score.text(1)) \(hit.text ?? "")")
            }
        }
        let hours = clips.reduce(0) { $0 + $1.seconds } / 3600
        print(
            "    \(name): \(count) false alarms in \(hours.text(2)) h = \((Double(count) / max(hours, 0.001)).text(2))/h, "
                + "real-time factor \(rig.realTimeFactor.text(4))")
    }
}

extension BinaryInteger {
    func aligned(_ width: Int) -> String { String(self).aligned(width) }
}

extension String {
    func aligned(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Double {
    /// Formatted with this many decimals.
    func text(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int64((magnitude * scale).rounded())
        let fraction = String(whole % Int64(scale))
        let sign = self < 0 && whole > 0 ? "-" : ""
        let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
        return sign + String(whole / Int64(scale)) + (digits > 0 ? "." + zeros + fraction : "")
    }
}
