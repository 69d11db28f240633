// SPDX-License-Identifier: GPL-3.0-or-later
// Renames lists, changes items, and moves items from one list to another.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension ListSkill {
    static func rename(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let name = invocation.text("list").flatMap(ListWords.name) ?? book.onlyName else {
            return which("rename", book)
        }
        guard let list = book.list(named: name) else { return absent(name, book) }
        guard let new = invocation.text("new") else { return askForName(list) }
        return try await rename(list, to: ListWords.newName(Utterance(new)), book)
    }

    static func askForName(_ list: NamedList) -> SkillReply {
        SkillReply(
            "What should your \(list.name) list be called?", values: ["action": "name", "list": list.name],
            followUp: .dictation)
    }

    static func rename(_ list: NamedList, to name: String?, _ book: ListBook) async throws -> SkillReply {
        guard let name else { return askForName(list) }
        if let other = book.list(named: name), other.name != list.name {
            return SkillReply(
                "You already have a list called \(other.name).", values: ["list": other.name, "count": "0"])
        }
        return try await book.rename(list.name, to: name)
    }

    /// Ways to put another item in the place of one.
    static let replacing: [String] = {
        let verb = "(change|replace|swap|switch|exchange|substitute|update|edit|correct)"
        let by = "(to|with|for|by|into)"
        let instead = "(instead of|in place of|rather than)"
        let lists = ["(on|in|from) [my|the|our] {list:text} list", "(on|in|from) (my|the|our) list"]
        return lists.flatMap { list in
            [
                "\(verb) {items:text} \(by) {new:text} \(list)", "\(verb) {items:text} \(list) \(by) {new:text}",
                "\(list) \(verb) {items:text} \(by) {new:text}", "\(list) make {items:text} {new:text} instead",
                "(put|write) {new:text} \(instead) {items:text} \(list)",
                "(put|write|i want|i need|we need) {new:text} \(list) \(instead) {items:text}",
            ]
        }
    }()

    /// Puts another item in the place of one.
    static func change(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let said = invocation.text("items"), let new = invocation.text("new"),
            let item = ListWords.items(new, areTasks: true).first
        else {
            return SkillReply("Tell me what to change, as in \"change milk to oat milk on my shopping list\".")
        }
        var lists = book.lists
        if let name = invocation.text("list").flatMap(ListWords.name) {
            guard let list = book.list(named: name) else { return absent(name, book) }
            lists = [list]
        }
        for list in lists {
            if let place = ListWords.places(of: said, in: list.items).first {
                return try await book.replace(list.items[place], with: item, on: list.name)
            }
        }
        let name = lists.count == 1 ? lists.first?.name : nil
        return SkillReply(
            "You have no \(ListWords.bare(said)) on \(name.map { "your \($0) list" } ?? "any list").",
            values: ["list": name ?? "", "count": "0"])
    }

    /// Moves items from one list to another, and creates the other if needed.
    static func move(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let said = invocation.text("items"), let name = invocation.text("list").flatMap(ListWords.name) else {
            return SkillReply("Tell me what to move to which list, as in \"move the eggs to the to-do list\".")
        }
        var sources = book.lists.filter { ListWords.key($0.name) != ListWords.key(name) }
        if let from = invocation.text("from").flatMap(ListWords.name) {
            guard let source = book.list(named: from) else { return absent(from, book) }
            sources = [source]
        }
        if ListWords.isEverything(said), sources.count != 1 {
            return SkillReply(
                "From which list? Say \"move everything from the shopping list to the \(name) list\".",
                values: ["list": name, "count": "0"])
        }
        let wanted = ListWords.isEverything(said) ? sources[0].items : ListWords.items(said, areTasks: false)
        if wanted.isEmpty { return SkillReply("There's nothing to move.", values: ["list": name, "count": "0"]) }
        guard let source = sources.first(where: { list in wanted.contains { has($0, list) } || has(said, list) }) else {
            let what = SpokenFormat.list(wanted.map(ListWords.bare), joiner: "or")
            return SkillReply("You have no \(what) on your other lists.", values: ["list": name, "count": "0"])
        }
        let names = has(said, source) ? [said] : wanted
        let places = names.compactMap { ListWords.places(of: $0, in: source.items).first }
        return try await book.move(places.map { source.items[$0] }, from: source.name, to: name)
    }
}
