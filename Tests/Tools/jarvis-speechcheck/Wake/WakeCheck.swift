// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis-speechcheck wake: how often the wake word is missed, how often other speech wakes, what it costs, and whether
// JARVIS wakes itself.

import ArgumentParser
import JarvisCore

struct WakeCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "wake", abstract: "Measures the wake word.")
    @Option(name: .long, help: "Folder of recorded speech with a manifest.json.") var corpus: String?
    @Option(name: .long, help: "WAV files of speech without the wake word.") var prose: [String] = []
    @Option(name: .long, help: "Minutes of JARVIS's own speech.") var ownMinutes = 30.0
    @Flag(name: .long, help: "Name each miss and each false alarm.") var verbose = false

    static let sensitivities = [0.0, 25, 50, 75, 100]

    func run() async throws {
        var others = try prose.map { try WakeClip(path: $0, kind: "prose", speaker: "", transcript: nil) }
        if let corpus {
            let clips = try WakeClip.corpus(at: corpus)
            try await measure("jarvis", clips: clips, prose: others)
            try await measure("computer", clips: clips, prose: [])
        } else {
            print("no corpus: misses are left out")
            try await measure("jarvis", clips: [], prose: others)
        }
        others = []
        if ownMinutes > 0 { try await OwnSpeechCheck(minutes: ownMinutes, verbose: verbose).run() }
    }

    private func measure(_ phrase: String, clips: [WakeClip], prose: [WakeClip]) async throws {
        let calls = clips.filter { $0.transcript == phrase }
        let others = clips.filter { $0.transcript?.contains(phrase) != true } + prose
        let speakers = Set(calls.map(\.speaker)).sorted()
        let firstHalf = Set(speakers.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
        let hours = others.reduce(0) { $0 + $1.seconds } / 3600
        print(
            "\"\(phrase)\": \(calls.count) calls of \(speakers.count) speakers; other sound \(hours.text(2)) h"
                + (prose.isEmpty
                    ? "" : ", of it \((prose.reduce(0) { $0 + $1.seconds } / 3600).text(2)) h synthetic prose"))
        print(
            "sensitivity  missed (goal ≤ 18 %)  speakers A / B      false alarms (goal ≤ 1/h)  real-time factor (≤ 0.02)"
        )
        // What does not wake at the highest sensitivity does not wake at a lower one.
        var suspicious = others
        for percent in Self.sensitivities.reversed() {
            let rig = SpotterRig(phrase: phrase, percent: percent)
            var missed: [WakeClip] = []
            for clip in calls {
                let hits = try await rig.hits(in: clip)
                if hits.isEmpty { missed.append(clip) }
            }
            var alarms: [(WakeClip, [WakeHit])] = []
            for clip in suspicious {
                let hits = try await rig.hits(in: clip)
                if !hits.isEmpty { alarms.append((clip, hits)) }
            }
            suspicious = alarms.map(\.0)
            let count = alarms.reduce(0) { $0 + $1.1.count }
            func share(_ isIn: (WakeClip) -> Bool) -> String {
                let all = calls.count(where: isIn)
                return all == 0 ? "–" : (Double(missed.count(where: isIn)) * 100 / Double(all)).text(1)
            }
            print(
                "\(Int(percent).aligned(9)) %  \(share { _ in true }.aligned(18)) %  \(share { firstHalf.contains($0.speaker) }.aligned(6)) /"
                    + " \(share { !firstHalf.contains($0.speaker) }.aligned(5)) %    \(count.aligned(6)) = "
                    + "\((Double(count) / max(hours, 0.001)).text(1).aligned(5))/h \(rig.realTimeFactor.text(4).aligned(19))"
            )
            guard verbose else { continue }
            for clip in missed { print("    missed \(clip.name) (\(clip.speaker))") }
            for (clip, hits) in alarms {
                let places = hits.map { hit in
                    "\((Double(hit.samples.lowerBound) / 16_000).text(2))…"
                        + "\((Double(hit.samples.upperBound) / 16_000).text(2)) s: \(hit.score.text(1))"
                }
                print("    false \(clip.name) \(places.joined(separator: ", "))")
            }
        }
    }
}

extension BinaryInteger {
    func aligned(_ width: Int) -> String { String(self).aligned(width) }
}

extension String {
    func aligned(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Double {
    /// With this many digits after the point.
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
