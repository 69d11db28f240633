// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of the corpus's drink orders, and the relevant part of one.

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

    /// Orders of every length for the synthetic voices.
    static let examples: [String] = {
        let carriers = [
            "can i get a", "may i have a", "i want a", "i'd like a", "get me a", "give me a", "make me a", "brew a",
        ]
        let adjectives = [
            "small", "medium", "large", "twelve ounce", "sixteen ounce", "double shot", "triple shot", "light roast",
            "medium roast", "dark roast",
        ]
        let drinks = [
            "iced coffee", "mocha", "house coffee", "drip coffee", "latte", "iced latte", "cappuccino", "americano",
            "espresso",
        ]
        let additions = [
            "", "with whole milk", "with a lot of almond milk", "with some sugar and soy milk", "with cream",
            "with a little bit of brown sugar", "with sweetener", "with skim milk and a bit of sugar",
        ]
        return (0..<75).map { number in
            let count = number % 4
            let own = (0..<count).map { adjectives[(number * 3 + $0 * 7) % adjectives.count] }
            let words = [carriers[number * 5 % carriers.count]] + own
            return (words + [drinks[number * 2 % drinks.count], additions[number / 2 * 3 % additions.count]])
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }()

    /// The order without its carrier phrase, or with another one that means the same in the grammar ("will you").
    static func slots(_ words: [String]) -> [String] {
        let carriers: Set = [
            "can", "could", "may", "i", "i'd", "get", "have", "want", "like", "me", "give", "make", "brew", "a", "an",
            "will", "would", "you",
        ]
        return words.filter { !carriers.contains($0) }
    }
}
