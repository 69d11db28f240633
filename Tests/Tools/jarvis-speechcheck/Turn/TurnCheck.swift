// SPDX-License-Identifier: GPL-3.0-or-later
// Voice to voice: questions are played into the virtual microphone, and the time to the first sample of the answer at
// the speaker is measured in recordings of both, independently of the program's log.

import ArgumentParser
import JarvisCore
import JarvisSignal
import JarvisTesting

struct TurnCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "turn",
        abstract: "Measures from the end of speech to the first sample of the answer, on a desktop.")

    @Flag(help: "Print what has to be spoken, as lines of VOICE<tab>SENTENCE, and do nothing else.")
    var list = false
    @Option(help: "Lines of FILE<tab>VOICE<tab>SENTENCE.")
    var spoken: String?
    @OptionGroup var voice: VoiceOption
    @Flag(help: "Print each question.")
    var verbose = false

    /// Questions with spoken answers only, and requests for actions, which wait until the speaker has certainly
    /// finished.
    static let questions = [
        "what time is it", "tell me a joke", "flip a coin", "what day is it today", "what can you do",
        "how long is left on the timer", "set a timer for ten minutes",
    ]
    static let voices = ["slt", "rms", "awb", "kal16", "kal-diphone"]

    @MainActor
    func run() async throws {
        guard let spoken else {
            for voice in Self.voices { for question in Self.questions { print("\(voice)\t\(question)") } }
            return
        }
        let rig = try TurnRig(voice)
        await rig.start()
        var turns: [(voice: String, turn: MeasuredTurn)] = []
        var silent = 0
        for line in String(decoding: ChildProcess.bytes(of: spoken), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t").map(String.init)
            let sound = try WAVFile.decode(ChildProcess.bytes(of: parts[0]))
            let turn = try await rig.ask(sound.int16Samples(atRate: 48_000))
            if verbose { print("  \(parts[1]): \(parts[2]) -> \(turn?.description ?? "no answer")") }
            if let turn { turns.append((parts[1], turn)) } else { silent += 1 }
        }
        await rig.stop()
        print("milliseconds, median / 95 %".padded(to: 30) + TurnTable.heading)
        for voice in Self.voices {
            let own = turns.filter { $0.voice == voice }.map(\.turn)
            if !own.isEmpty { print("  \(voice) (\(own.count))".padded(to: 30) + TurnTable.row(own)) }
        }
        print("  all (\(turns.count), \(silent) without an answer)".padded(to: 30) + TurnTable.row(turns.map(\.turn)))
        let decision = voice.isNatural ? "120 / 350" : "40 / 120"
        print("  goal".padded(to: 30) + "350 / 600".leftPadded(to: 16) + decision.leftPadded(to: 16 * 6))
    }
}

/// One question and the time of each result: milliseconds from the end of speech, by the program's log except for
/// `heard`.
struct MeasuredTurn: Sendable, CustomStringConvertible {
    /// The first sample at the speaker, by the recordings.
    var heard: Double
    var stages: [String: Double]

    var description: String {
        "\(Int(heard)) ms; "
            + stages.sorted { $0.value < $1.value }.map { "\($0.key) \(Int($0.value))" }.joined(separator: ", ")
    }
}

enum TurnTable {
    private static let columns = [
        "endpointDecidedMs", "transcriptReadyMs", "firstClauseMs", "firstClauseSynthesizedMs", "firstSoundHeardMs",
        "endpointToSoundMs",
    ]

    static let heading =
        (["voice to voice", "decided", "transcript", "clause", "synthesized", "heard (log)", "decision-sound"])
        .map { $0.leftPadded(to: 16) }.joined()

    static func row(_ turns: [MeasuredTurn]) -> String {
        let values = [turns.map(\.heard)] + columns.map { column in turns.compactMap { $0.stages[column] } }
        return values.map { pair($0).leftPadded(to: 16) }.joined()
    }

    private static func pair(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return "-" }
        let at = { (share: Double) in Int(sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)].rounded()) }
        return "\(at(0.5)) / \(at(0.95))"
    }
}
