// SPDX-License-Identifier: GPL-3.0-or-later
// Parses names and items of lists as people say them: "milk, eggs and some bread", "my to-do list". Pure.

import JarvisCore
import JarvisUnderstanding

/// Parses list names and items, and compares them as people would.
enum ListWords {
    static let shopping = "shopping"
    static let toDo = "to-do"

    /// The name to store: "to-do" for "my todo list", otherwise as spoken.
    /// - Returns: `nil` for words without a name, such as "the list" or "a new list".
    static func name(_ said: String) -> String? {
        var words = said.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 1, let first = words.first?.lowercased(), prepositions.contains(first),
            words.map({ $0.lowercased() }) != ["to", "do"]
        {
            words.removeFirst()
        }
        while let first = words.first?.lowercased(), words.count > 1, articles.contains(first) { words.removeFirst() }
        if words.count > 1, words.last?.lowercased() == "list" { words.removeLast() }
        if words.count < 2, articles.union(["new", "list"]).contains(words.first?.lowercased() ?? "the") { return nil }
        // Recognizers write "shopping-list".
        if let last = words.last, last.lowercased().hasSuffix("-list"), last.count > 5 {
            words[words.count - 1] = String(last.dropLast(5))
        }
        let name = words.joined(separator: " ")
        return key(name) == key(toDo) ? toDo : name
    }

    /// The most words in a new name.
    private static let nameLimit = 4

    /// The new name in an answer: "groceries" for "it should be called groceries"; `nil` if it is too long for a name.
    static func newName(_ said: Utterance) -> String? {
        let openings = [
            ["it", "should", "be", "called"], ["call", "it"], ["name", "it"], ["rename", "it", "to"], ["to"], ["as"],
        ]
        let opening = openings.first { said.words.starts(with: $0) && said.words.count > $0.count }
        let start = opening?.count ?? 0
        guard said.words.count - start <= nameLimit else { return nil }
        let whole = said.original(start..<said.words.count)
        return name(whole.filter { $0 != "\"" })
    }

    /// A key that is equal for names people treat as the same. It ignores case, hyphens and singular or plural.
    static func key(_ name: String) -> String {
        let letters = folded(name).split { "- _".contains($0) }.map(String.init)
        let text = letters.map(singular).joined(separator: " ")
        return ["todo", "to dos", "task", "thing to do"].contains(text) ? "to do" : text
    }

    /// The index of the list with this name.
    static func place(of name: String, in lists: [NamedList]) -> Int? {
        let wanted = key(name)
        return lists.firstIndex { key($0.name) == wanted }
    }

    /// The index of the list that a request means: the one with this name, or one also known by it.
    static func place(meantBy name: String, in lists: [NamedList]) -> Int? {
        if let place = place(of: name, in: lists) { return place }
        let wanted = key(name)
        let usual = otherNames.first { $0.value.contains(wanted) }?.key
        return usual.flatMap { usual in lists.firstIndex { key($0.name) == usual } }
    }

    /// Names that people also give the list for shopping and the one for things to do, by its key.
    private static let otherNames: [String: Set<String>] = [
        "shopping": ["grocery", "groceries", "food", "supermarket", "store", "shop", "buying", "market"],
        "to do": ["chore", "errand", "job", "household", "work to do"],
    ]

    /// The items in a request, one by one.
    /// - Parameter areTasks: Keeps "call mum and dad" as one task; otherwise "salt and flour" is two items.
    static func items(_ said: String, areTasks: Bool) -> [String] {
        let parts = said.split { ",;\n".contains($0) }.flatMap { part -> [String] in
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            return areTasks ? [words.joined(separator: " ")] : split(words)
        }
        return parts.map(plain).filter { !$0.isEmpty }
    }

    /// Splits "milk and eggs" in two, but keeps "mac and cheese".
    private static func split(_ words: [String]) -> [String] {
        var items: [String] = []
        var current: [String] = []
        for (place, word) in words.enumerated() {
            let isJoint = joints.contains(word.lowercased())
            if isJoint, let before = current.last, place + 1 < words.count,
                pairs.contains(folded("\(before) and \(words[place + 1])"))
            {
                current.append(word)
            } else if isJoint {
                if !current.isEmpty { items.append(current.joined(separator: " ")) }
                current = []
            } else {
                current.append(word)
            }
        }
        return current.isEmpty ? items : items + [current.joined(separator: " ")]
    }

    /// The item without filler words such as "and also some".
    private static func plain(_ item: String) -> String {
        var words = item.split(separator: " ").map(String.init)
        while let first = words.first?.lowercased(), words.count > 1, leading.contains(first) { words.removeFirst() }
        while let last = words.last?.lowercased(), words.count > 1, trailing.contains(last) { words.removeLast() }
        let text = words.joined(separator: " ")
        return joints.union(trailing).contains(text.lowercased()) ? "" : text
    }

    /// The item without articles: "coffee" for "the coffee".
    static func bare(_ item: String) -> String {
        let words = item.split(separator: " ")
        let core = words.drop { articles.contains($0.lowercased()) }
        return (core.isEmpty ? words[...] : core).joined(separator: " ")
    }

    /// The indices of the items these words mean: those equal up to number, or else those that contain all the words.
    static func places(of said: String, in items: [String]) -> [Int] {
        let wanted = words(said)
        guard !wanted.isEmpty else { return [] }
        let same = items.indices.filter { words(items[$0]) == wanted }
        if !same.isEmpty { return same }
        return items.indices.filter { Set(wanted).isSubset(of: words(items[$0])) }
    }

    /// True for "everything" and the like.
    static func isEverything(_ said: String) -> Bool {
        ["everything", "all", "all of it", "all of them", "it all", "all items", "all the items", "all things"]
            .contains(folded(said))
    }

    /// True for a word that refers to things mentioned before.
    static func isPronoun(_ said: String) -> Bool { pronouns.contains(said.lowercased()) }

    /// The items that `text` names, in the order of `items`.
    static func named(_ items: [String], in text: String) -> [String] {
        let said = Utterance(text).words.map(singular)
        return items.filter { said.place(of: words($0)) != nil }
    }

    private static func words(_ item: String) -> [String] {
        let words = folded(item).split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map { singular(String($0)) }
        let core = words.drop { articles.contains($0) }
        return core.isEmpty ? words : Array(core)
    }

    private static func folded(_ text: String) -> String {
        String(decoding: SearchFolding.fold(text), as: UTF8.self)
    }

    private static func singular(_ word: String) -> String {
        guard word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        let isLong = ["oes", "ches", "shes", "xes", "sses"].contains { word.hasSuffix($0) }
        return String(word.dropLast(isLong ? 2 : 1))
    }

    private static let articles: Set = ["a", "an", "the", "some", "my", "our", "any"]
    private static let prepositions: Set = ["to", "on", "onto", "from", "off"]
    /// Sounds of hesitation, which belong on no list.
    private static let hesitations: Set = ["um", "uh", "erm", "er", "hmm"]
    /// Includes "but", because recognizers hear "put milk on the list" as "but milk on the list".
    private static let leading = Set(["and", "also", "some", "plus", "then", "but", "put"]).union(hesitations)
    private static let trailing = Set(["too", "also", "please", "and", "now"]).union(hesitations)
    private static let pronouns: Set = ["it", "that", "this", "them", "these", "those"]
    private static let joints: Set = ["and", "&", "plus"]
    private static let pairs: Set = [
        "mac and cheese", "macaroni and cheese", "fish and chips", "salt and pepper", "jelly and jam", "half and half",
        "butter and jelly", "butter and jam", "bread and butter", "oil and vinegar", "gin and tonic", "ham and cheese",
        "rice and beans", "beans and rice", "cookies and cream", "m and ms", "arts and crafts", "head and shoulders",
        "sweet and sour", "salt and vinegar", "bacon and eggs", "ham and eggs", "bed and breakfast", "a and e",
        "black and white", "cheese and onion", "bangers and mash", "pork and beans", "nuts and bolts",
    ]
}
