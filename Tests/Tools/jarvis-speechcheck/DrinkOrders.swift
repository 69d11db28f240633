// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus's drink orders through a grammar of their shape: how many are right in every slot.

import JarvisCore
import JarvisRecognition

enum DrinkOrders {
    private static let amount = "(some|a bit of|a little bit of|a lot of|lots of)"
    private static let adjective =
        "(small|medium|large|(eight|twelve|sixteen|twenty) ounce|(single|double|triple) shot|(light|medium|dark) roast)"
    private static let drink =
        "([iced] (coffee|mocha)|house coffee|drip coffee|[iced] latte|cappuccino|americano|espresso)"
    private static let milk = "[\(amount)] ((whole|skim|soy|almond) milk|milk|cream)"
    private static let sugar = "[\(amount)] (sugar|brown sugar|sweetener)"
    static let source =
        "[can i get|may i have|i want|i'd like|get me|give me|make me|brew|could i have] [a|an] "
        + "[\(adjective)] [\(adjective)] [\(adjective)] [\(adjective)] \(drink) "
        + "[with (\(milk)|\(sugar)|\(milk) and \(sugar)|\(sugar) and \(milk))]"

    static func check(corpus: String?, verbose: Bool) async throws {
        let orders = try RecognitionClip.corpus(corpus, kinds: ["command"]).filter { $0.name.contains("order_") }
        guard !orders.isEmpty else {
            print("drink orders: left out, there is no corpus")
            return
        }
        let rig = HearingRig(RecognizerUnderTest.make(patterns: [try UtterancePattern(source)]))
        var right = 0
        var result: [Duration] = []
        for clip in orders {
            let heard = try await rig.hear(clip.samples)
            result += heard.result
            if slots(heard.text) == slots(clip.text) {
                right += 1
            } else if verbose {
                print("  \(clip.name): \(clip.text) -> \(heard.text)")
            }
        }
        let share = Double(right) * 100 / Double(orders.count)
        print(
            "drink orders: \(right) of \(orders.count) right in all slots, \(share.rounded1) % (goal 93); result "
                + "\(Spread(result))")
    }

    /// The order without its carrier.
    private static func slots(_ text: String) -> [Substring] {
        let carriers: Set<Substring> = [
            "can", "could", "may", "i", "i'd", "get", "have", "want", "like", "me", "give", "make", "brew", "a", "an",
        ]
        return text.split(separator: " ").filter { !carriers.contains($0) }
    }
}
