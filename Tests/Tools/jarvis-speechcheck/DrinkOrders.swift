// SPDX-License-Identifier: GPL-3.0-or-later
// The shape of the corpus's drink orders, and what matters in one.

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

    /// The order without its carrier.
    static func slots(_ words: [String]) -> [String] {
        let carriers: Set = [
            "can", "could", "may", "i", "i'd", "get", "have", "want", "like", "me", "give", "make", "brew", "a", "an",
        ]
        return words.filter { !carriers.contains($0) }
    }
}
