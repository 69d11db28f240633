// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus's drink orders and other short commands, spoken by people, each recognized with a grammar of its
// structure.

import JarvisCore
import JarvisRecognition
import JarvisSpokenText

enum RecordedCommands {
    private static let digit = "(zero|one|two|three|four|five|six|seven|eight|nine|oh)"
    private static let count = "(one|two|three|four|five|six|seven|eight|nine|ten)"
    private static let card = "(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)"
    private static let cardOfSuit = "\(card) of (clubs|diamonds|hearts|spades)"
    static let sources = [
        DrinkOrders.source, "\(digit) \(digit) [\(digit)] [\(digit)] [\(digit)] [\(digit)] [\(digit)] [\(digit)]",
        "\(cardOfSuit) [\(cardOfSuit)] [\(cardOfSuit)]", "\(card) \(cardOfSuit)",
        "go (forward|backward) \(count) (meter|meters)", "go somewhere and do something",
        "(front|rear|side) (left|right|center)",
    ]

    /// Recognizes drink orders by synthetic voices.
    static func check(
        _ clips: [RecognitionClip], noises: Noises, conditions: String, _ evidence: EvidenceTable, verbose: Bool
    ) async throws {
        let patterns = [try UtterancePattern(DrinkOrders.source)]
        var table = ComparisonTable("drink orders, all slots right, %")
        for recognizer in RecognizerUnderTest.chosen {
            let rig = HearingRig(recognizer.make(patterns: patterns))
            if recognizer == .neural { evidence.watch(rig.recognizer) }
            for condition in conditions.split(separator: ",").map(String.init) {
                for (index, clip) in clips.enumerated() {
                    let clip = Double(condition).map { clip.mixed(with: noises.noise(index), decibels: $0) } ?? clip
                    let heard = try await rig.hear(clip.samples)
                    let isRight = isSameOrder(heard.text, clip.text)
                    table.add(isRight ? 1 : 0, row: condition, by: recognizer, isKeptOut: clip.isKeptOut)
                    guard recognizer == .neural else { continue }
                    if verbose, !isRight {
                        print("  \(condition) \(clip.kind): \(clip.text) -> \(heard.text)\n\(evidence.explanation)")
                    }
                    try await evidence.add(clip, condition) { isSameOrder($0, clip.text) }
                }
            }
        }
        print(table.text)
    }

    private static func isSameOrder(_ heard: String, _ said: String) -> Bool {
        DrinkOrders.slots(SpokenWords.words(of: heard)) == DrinkOrders.slots(SpokenWords.words(of: said))
    }

    static func check(corpus: String?, speakers: SpeakerGroup, verbose: Bool) async throws {
        let clips = try RecognitionClip.corpus(corpus, kinds: ["command"])
            .filter { !$0.text.isEmpty && speakers.has($0) }
        guard !clips.isEmpty else {
            print("commands by people: left out, there is no corpus")
            return
        }
        let patterns = try sources.map { try UtterancePattern($0) }
        let orders = [try UtterancePattern(DrinkOrders.source)]
        var table = ComparisonTable("commands by people, %")
        var times: [String] = []
        for recognizer in RecognizerUnderTest.chosen {
            let rigs = (
                orders: HearingRig(recognizer.make(patterns: orders)),
                all: HearingRig(recognizer.make(patterns: patterns))
            )
            let evidence = EvidenceTable(path: nil)
            evidence.watch(rigs.orders.recognizer)
            evidence.watch(rigs.all.recognizer)
            var result: [Duration] = []
            for clip in clips {
                let isOrder = clip.name.contains("order_")
                let heard = try await (isOrder ? rigs.orders : rigs.all).hear(clip.samples)
                result += heard.result
                let (words, said) = (SpokenWords.words(of: heard.text), SpokenWords.words(of: clip.text))
                let isRight = isOrder ? isSameOrder(heard.text, clip.text) : words == said
                if verbose, !isRight, !clip.isKeptOut {
                    print("  \(recognizer.rawValue) \(clip.name): \(clip.text) -> \(heard.text)")
                    if recognizer == .neural { print(evidence.explanation) }
                }
                let right = max(said.count - DictationCheck.errors(said, heard.text), 0)
                table.add(isRight ? 1 : 0, row: "all, right", by: recognizer, isKeptOut: clip.isKeptOut, goal: "98")
                guard isOrder else { continue }
                table.add(
                    isRight ? 1 : 0, row: "drink orders, all slots right", by: recognizer, isKeptOut: clip.isKeptOut)
                table.add(
                    right, of: said.count, row: "drink orders, words", by: recognizer, isKeptOut: clip.isKeptOut,
                    goal: "95")
            }
            times.append("\(recognizer.rawValue) \(Spread(result))")
        }
        print(table.text)
        print("  result after the end: \(times.joined(separator: "; "))")
    }
}
