// SPDX-License-Identifier: GPL-3.0-or-later
// Removes items from a list: by name, by a pronoun, or all of them.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension ListSkill {
    static func remove(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let said = thingsToRemove(invocation, book) else {
            return SkillReply("Tell me what to remove, as in \"take the milk off my shopping list\".")
        }
        if let name = invocation.text("list").flatMap(ListWords.name) {
            guard let list = book.list(named: name) else { return absent(name, book) }
            if ListWords.isEverything(said) { return askToClear(list, deletes: false) }
            return try await take(said, from: [list], book)
        }
        guard invocation.words.contains("list"), book.lists.count > 1 else {
            let asks: Set = ["list", "mark", "take", "remove", "delete", "cross", "strike", "scratch"]
            return try await take(
                said, from: book.lists, book, isAsked: !asks.isDisjoint(with: invocation.words))
        }
        let holding = book.lists.filter { !ListWords.places(of: said, in: $0.items).isEmpty }
        return holding.count > 1 ? which("remove", book, items: said) : try await take(said, from: holding, book)
    }

    /// The items to remove as text, or `nil` for a pronoun that refers to nothing said before.
    private static func thingsToRemove(_ invocation: SkillInvocation, _ book: ListBook) -> String? {
        let said = invocation.text("items") ?? ""
        let whole = invocation.request.text
        guard ListWords.isPronoun(said) || Utterance(whole).words.place(of: Utterance(said).words) == nil else {
            return said
        }
        // "I've got the bananas, take them off" means the bananas, not everything added before.
        let named = ListWords.named(book.lists.flatMap(\.items), in: whole)
        if !named.isEmpty { return named.joined(separator: ", ") }
        return ListWords.isPronoun(said) ? invocation.previousValues["items"] : said
    }

    /// Removes items from the first of these lists that has any of them.
    static func take(
        _ said: String, from lists: [NamedList], _ book: ListBook, isAsked: Bool = true
    ) async throws -> SkillReply {
        let wanted = ListWords.items(said, areTasks: false)
        guard let list = lists.first(where: { list in wanted.contains { has($0, list) } || has(said, list) }) else {
            let place = lists.count == 1 ? "on your \(lists[0].name) list" : "on any of your lists"
            // "I've done my best" may be a remark rather than a request.
            guard isAsked else { return SkillReply("That isn't on any of your lists.", values: ["count": "0"]) }
            let what = SpokenFormat.list(wanted.map(ListWords.bare), joiner: "or")
            return SkillReply("You have no \(what) \(place).", values: ["count": "0"])
        }
        // "wash the car and feed the cat" may be a single item.
        let names = has(said, list) ? [said] : wanted
        var (places, missing): ([Int], [String]) = ([], [])
        for name in names {
            let found = ListWords.places(of: name, in: list.items).filter { !places.contains($0) }
            if found.isEmpty { missing.append(ListWords.bare(name)) }
            guard Set(found.map { list.items[$0] }).count <= 1 else {
                let choices = SpokenFormat.list(found.map { list.items[$0] }, joiner: "or")
                return SkillReply("Which one: \(choices)?", values: ["count": "0"])
            }
            places += found.prefix(1)
        }
        return try await book.remove(places.map { list.items[$0] }, from: list.name, missing: missing)
    }

    static func has(_ item: String, _ list: NamedList) -> Bool {
        !ListWords.places(of: item, in: list.items).isEmpty
    }
}
