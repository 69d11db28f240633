// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus's drink orders and its other short commands, by people, each through a grammar of its shape.

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

    static func check(corpus: String?, verbose: Bool) async throws {
        let clips = try RecognitionClip.corpus(corpus, kinds: ["command"]).filter { !$0.text.isEmpty }
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
            var result: [Duration] = []
            for clip in clips {
                let isOrder = clip.name.contains("order_")
                let heard = try await (isOrder ? rigs.orders : rigs.all).hear(clip.samples)
                result += heard.result
                let (words, said) = (SpokenWords.words(of: heard.text), SpokenWords.words(of: clip.text))
                let isRight = isOrder ? DrinkOrders.slots(words) == DrinkOrders.slots(said) : words == said
                if verbose, !isRight { print("  \(recognizer.rawValue) \(clip.name): \(clip.text) -> \(heard.text)") }
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
