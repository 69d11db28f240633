// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps lists for shopping, for things to do, and of any other name, in a store shared with other programs.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ListSkill: Skill {
    let holdsPersonal = true
    /// The most items to read aloud.
    private static let readLimit = 12

    let help = CommandHelp(
        skill: "list", title: "Lists", summary: "Keeps shopping lists, to-do lists and any others.",
        examples: [
            "add milk, eggs and bread to my shopping list", "what is on my shopping list",
            "take the milk off my shopping list", "clear my shopping list", "what lists do i have",
        ], icon: "view-list-bullet-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds,
                [
                    "add {items:text} to (my|the|our) {list:text} list",
                    "put {items:text} on (my|the|our) {list:text} list",
                ],
                typed: Self.moreAdding, named: "list.add", answer: Self.add),
            SkillIntent(
                .removes,
                [
                    "(take|cross) {items:text} off (my|the|our) {list:text} list",
                    "remove {items:text} from (my|the|our) {list:text} list",
                ],
                typed: Self.moreRemoving, named: "list.remove", answer: Self.remove
            ).needing(.plain),
            SkillIntent(
                .tells, ["what is on (my|the|our) {list:text} list", "read [me] (my|the|our) {list:text} list"],
                typed: [
                    "(is|are) {item:text} on (my|the|our) list",
                    "(is|are) {item:text} on (my|the|our) {list:text} list",
                ] + Self.moreReading,
                named: "list.read", answer: Self.read),
            SkillIntent(
                .removes, ["(clear|empty) (my|the|our) {list:text} list"],
                typed: Self.moreClearing, named: "list.clear", answer: Self.clear
            ).needing(
                .plain, naming: ["list", "lists", "shopping", "groceries", "grocery", "todos", "tasks", "items"]),
            SkillIntent(
                .changes,
                [
                    "rename (my|the|our) {list:text} list [to]",
                    "rename (my|the|our) {list:text} list (to|as) {new:text}",
                ],
                typed: [
                    "call (my|the|our) {list:text} list {new:text} [from now on|instead]",
                    "change the name of (my|the|our) {list:text} list to {new:text}",
                ], named: "list.rename", answer: Self.rename),
            SkillIntent(
                .changes, ["move {items:text} to (my|the|our) {list:text} list"],
                typed: [
                    "move {items:text} from (my|the|our) {from:text} list to (my|the|our) {list:text} list",
                    "(put|move) {items:text} from (my|the|our) {from:text} list (on|onto|to|in) "
                        + "(my|the|our) {list:text} list",
                    "move {items:text} (over to|onto|on|into) (my|the|our) {list:text} list",
                ], named: "list.move", answer: Self.move),
            SkillIntent(.changes, [], typed: Self.replacing, answer: Self.change),
            SkillIntent(
                .tells, ["(what|which) lists do i have", "what are my lists"], named: "list.names", answer: Self.names),
            SkillIntent(
                .adds,
                [
                    "(create|start|make) a [new] {list:text} list",
                    "(create|start|make) a [new] list called {list:text}",
                ],
                named: "list.create", answer: Self.create),
        ]
    }

    /// "On my shopping list" and the like, and the same without a name.
    private static let onList = [
        "(on|onto|to|in|into) [my|the|our] {list:text} list", "(on|onto|to|in|into) (my|the|our) list",
        "(on|onto|to|in|into) (my|the|our) [current] list (of|for) {list:text}",
    ]
    private static let offList = [
        "(from|off|of|on) [my|the|our] {list:text} list", "(from|off|of|on) (my|the|our) list",
        "(from|off|of|on) (my|the|our) [current] list (of|for) {list:text}",
    ]
    /// Passive and conditional ways to put something on a list. What is there already is not added again.
    private static let moreAdding = onList.flatMap { list -> [String] in
        let low =
            "(i need|i need to|i have to|i am out of|i'm out of|i am low on|i have no|i don't "
            + "have any more|we are out of|we need)"
        return [
            "{items:text} \(must) \(gone) \(list)", "{items:text} \(must) [also] be \(list)",
            "make sure [that] {items:text} (is|are|gets|get) [put|added] \(list)",
            "make sure (there is|there are) {items:text} \(list)",
            "(put|list|write|note|include|add) (a task|a chore|an item|the task|the chore) "
                + "(to|of|called) {items:text} \(list)",
            "i (want|need|would like) {items:text} (added|put|to go|to be added|to be put) \(list)",
            "also list {items:text} \(list)",
            "\(asked) {items:text} [already|listed] \(list) [if not|and if not|if it is not|if "
                + "they are not] \(adding) [\(there)]",
            "\(low) {items:text} [so|and] [can you|will you|could you] [please] (add|put) (it|them|that) \(list)",
            "(add|put|include|write|note) {items:text} \(list) \(unlessThere)",
            "(add|put|include|write|note) {items:text} \(list) \(reason) {why:text}",
            "\(low) {items:text} and (i need|we need|need|i want|want) (it|them|that|some) [to be] (added|put|to go) \(list)",
            "(get|have) {items:text} (added|put) \(list)",
            "\(unsure) {items:text} (is|are) [already] \(list) [but] if (it is|they are) not [can you|could you|then|please] "
                + "\(adding) [\(there)]",
        ]
    }

    private static let reason =
        "(because|'cause|cause|as|since) (i|i'm|we|we're|it|it's|they|there|my|the|you|he|she)"

    /// What is there already is not added again, with or without these words.
    private static let unlessThere =
        "(unless (it is|it's|they are|i|we|i have|i've|we have|it|they) [already] [is|are|did|have|added|put|got] [it|them] "
        + "[already] [on it|on there|there|on the list|on my list|already]"
        + "|if (it is|they are|i have|we have|i|we|it|they) [already] (not|isn't|aren't|haven't|didn't|do not|did not|don't) "
        + "[already|yet] [added|put|got|on|have|listed] [it|them|any] [already|yet] [on it|on there|there|on the list|on my list]"
        + " [yet|already])"
    private static let unsure =
        "(i am not sure|i'm not sure|not sure|i do not know|i don't know|i can't remember|i cannot remember|i forgot) (if|whether)"

    private static let moreRemoving =
        offList.flatMap { list -> [String] in
            [
                "(take|cross|check|tick|strike|scratch) (off|out) {items:text} \(list)",
                "(mark|check|tick|set) {items:text} [off] [as] (done|completed|complete|finished|bought) \(list)",
                "(get|have) {items:text} (removed|deleted|erased|taken|crossed) [off] \(list)",
                "(remove|delete|erase|scratch|strike|drop) {items:text} \(list)",
                "(take|cross|check|tick|strike|mark) {items:text} off \(list)",
                "\(over) {items:text} [already|today|now] [so|and] [please|just|you can|can you] "
                    + "(cross|take|check|tick|scratch|strike|remove|delete|erase) (it|that|them|those) [off|out] \(list)",
            ]
        } + [
            "get {items:text} off [my|the|our] {list:text} list",
            "get {items:text} off (my|the|our) [current] list (of|for) {list:text}",
            "(check|tick|cross|strike) off {items:text}",
            "\(over) {items:text} [so|and] (cross|tick|check) (it|that|them) off",
        ]

    /// Says that something on a list is done or bought.
    private static let over =
        "(i am done with|i am done|i am finished with|i have done|i've done|i finished|i have finished|i've finished"
        + "|i just finished|i just did|i did|i bought|i have bought|i've bought|i just bought|i got|i have got|i've got"
        + "|we bought|we got|we have|we've got|we already have|i already have|i already bought|i already got)"

    /// Ways to empty a list and to delete one. Either asks first.
    private static let moreClearing: [String] = {
        let verb =
            "(clear|empty|erase|delete|remove|wipe|cancel|nuke|blank|get rid of|throw away|throw out|scrap|trash|dump|discard)"
        let whole = "whole|entire|complete|current|old"
        let all = "(everything|all|all items|all the items|all of the items|the items|all things|every item|each item)"
        return [
            "(\(verb)|take|cross) [off|out] \(all) [off] (on|from|off|in|of) [my|the|our] {list:text} list",
            "\(verb) [out|off] (my|the|our) [\(whole)] {list:text} list",
            "\(verb) [out|off] [a|my|the|our|that] [\(whole)] list (of|for|called|named|titled) [my|the] {list:text}",
            "make [sure] (my|the|our) {list:text} list [is] [completely|totally|all] (blank|empty|clear|clean)",
        ]
    }()

    /// Questions about one thing on a list, and about all of it.
    private static let moreReading: [String] =
        onList.flatMap { list -> [String] in
            [
                "did (i|we) [remember to|already] (put|add|include|write|jot down|note) {item:text} \(list)",
                "have (i|we) [already] (put|added|included|written|noted) {item:text} \(list)",
                "(do|have) (i|we) [already] (have|got) {item:text} [already] \(list)",
                "(is|are) {item:text} [already|still|listed] \(list)",
                "\(checking) {item:text} (is|are) [already|still|listed] \(list)",
                "\(checking) (i|we) (have|have got|put|added) {item:text} \(list)",
            ]
        } + wholeReading

    private static let wholeReading: [String] = {
        let list = "(my|the|our) {list:text} list"
        let contents = "(all|everything|all the contents|all contents|all of the items|the contents|all the items)"
        return [
            "does \(list) (include|contain|have|say) {item:text} [on it]",
            "does (my|the|our) list (include|contain|have|say) {item:text} [on it]",
            "(check|search|look through) \(list) for {item:text}",
            "(check|look at) \(list) to see (if|whether) {item:text} (is|are) (on it|listed|there)",
            "(what|which) [other] (things|items|tasks|chores|stuff) (do i have|do we have|are "
                + "there) [left|listed|waiting] on \(list)",
            "(give|tell|read|show) me \(contents) (of|on|in|from) \(list)",
            "(what is|what's) left on \(list)", "what does (my|the|our) list (contain|say|have on it)",
            "(what|how) (does|is) \(list) (look|looking) [like] [today|for today]",
            "(i need to know|i want to know|let me know|remind me) (what is|everything that "
                + "is|everything) on \(list) [currently]",
            "remind me of (the tasks|the items|what is|everything) on \(list)",
        ]
    }()

    private static let adding = "[please|then|go ahead and] (add|put) [it|them]"
    private static let must = "(needs to|need to|should|must|has to|have to|ought to|wants to)"
    private static let gone = "(go|be added|be put|be on|be written|be)"
    private static let asked = "(is|are|do i have|do we have|have i got|have we got|is there|are there)"
    private static let checking =
        "(check|check if|check whether|check to see if|see if|see whether|tell me if|tell me "
        + "whether|let me know if|look to see if"
        + "|i need to know if|i want to know if|can you see if|can you check if|look to see "
        + "whether|do you know if|check that)"
    private static let there = "(there|to it|on it|to the list|on the list|to my list|on my list|to that list)"

    /// Handles the answer to "Which list?" and to "What should it be called?".
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let known = invocation.previousValues
        guard let action = known["action"], !invocation.words.isEmpty else { return nil }
        let said = ListWords.name(invocation.utterance.original(0..<invocation.words.count))
        let book = try await ListBook(invocation)
        if action == "name", let old = known["list"].flatMap(book.list) {
            guard let name = ListWords.newName(invocation.utterance) else { return nil }
            return try await Self.rename(old, to: name, book)
        }
        guard let list = said.flatMap(book.list) else { return nil }
        switch action {
        case "add":
            guard let items = known["items"] else { return nil }
            return try await book.add(ListWords.items(items, areTasks: book.holdsTasks(list.name)), to: list.name)
        case "remove":
            guard let items = known["items"] else { return nil }
            return try await Self.take(items, from: [list], book)
        case "clear": return Self.askToClear(list, deletes: false)
        case "rename": return Self.askForName(list)
        default: return Self.reading(list)
        }
    }

    private static func add(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        let needed = needed(invocation)
        let said = needed ?? invocation.text("items") ?? ""
        guard let name = invocation.text("list").flatMap(ListWords.name) ?? impliedName(invocation) ?? book.onlyName
        else {
            return book.lists.isEmpty && needed != nil ? proposal(said) : which("add", book, items: said)
        }
        let items = ListWords.items(said, areTasks: book.holdsTasks(name))
        guard !items.isEmpty, !ListWords.isPronoun(said) else {
            return SkillReply("Tell me what to add to your \(name) list.")
        }
        let (kept, what) = (book.list(named: name), SpokenFormat.list(items))
        if invocation.text("list") == nil, needed != nil || isAside(invocation.words) {
            return SkillReply(
                "Add \(what) to your \(name) list?", values: ["list": name],
                proposal: DeferredAction { try await ListBook($0).add(items, to: name) })
        }
        guard kept == nil, ![ListWords.shopping, ListWords.toDo].contains(name) else {
            return try await book.add(items, to: kept?.name ?? name)
        }
        // Never fall back on another list than the one the request names.
        return SkillReply(
            "You have no \(name) list. Create one with \(what)?", values: ["list": name, "count": "0"],
            proposal: DeferredAction { try await ListBook($0).add(items, to: name) })
    }

    /// Offers a first list for "we need oat milk".
    private static func proposal(_ said: String) -> SkillReply {
        let items = ListWords.items(said, areTasks: false)
        guard !items.isEmpty, !ListWords.isPronoun(said) else { return none }
        return SkillReply(
            "Create a shopping list with \(SpokenFormat.list(items))?", values: ["count": "0"],
            proposal: DeferredAction { try await ListBook($0).add(items, to: ListWords.shopping) })
    }

    private static func read(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await invocation.showIfWanted(.lists)
        let book = try await ListBook(invocation)
        guard let name = invocation.text("list").flatMap(ListWords.name) ?? impliedName(invocation) ?? book.onlyName
        else {
            return book.lists.isEmpty ? none : readingAll(book, invocation.text("item"))
        }
        guard let list = book.list(named: name) else { return missing(name, book) }
        guard let item = invocation.text("item") else { return reading(list) }
        let found = ListWords.places(of: item, in: list.items).map { list.items[$0] }
        let values = ["list": list.name, "count": String(found.count)]
        guard !found.isEmpty else {
            return SkillReply("No, you have no \(ListWords.bare(item)) on your \(list.name) list.", values: values)
        }
        let verb = found.count == 1 ? "is" : "are"
        return SkillReply("Yes, \(SpokenFormat.list(found)) \(verb) on your \(list.name) list.", values: values)
    }

    /// Answers a question that names none of several lists: it costs less to hear all of them than to be asked.
    private static func readingAll(_ book: ListBook, _ item: String?) -> SkillReply {
        let lists = book.lists
        guard let item else {
            guard lists.count <= listLimit, lists.allSatisfy({ $0.items.count <= readLimit }) else {
                return which("read", book)
            }
            var reply = SkillReply("", values: ["count": String(lists.reduce(0) { $0 + $1.items.count })])
            reply.clauses = lists.map { reading($0).text }
            return reply
        }
        let holding = lists.filter { !ListWords.places(of: item, in: $0.items).isEmpty }
        guard let list = holding.first else {
            return SkillReply("No, \(ListWords.bare(item)) isn't on any of your lists.", values: ["count": "0"])
        }
        let found = ListWords.places(of: item, in: list.items).map { list.items[$0] }
        let names = SpokenFormat.list(holding.map { "your \($0.name) list" })
        let verb = found.count == 1 ? "is" : "are"
        return SkillReply(
            "Yes, \(SpokenFormat.list(found)) \(verb) on \(names).",
            values: ["list": list.name, "count": String(found.count)])
    }

    /// The most lists to read in one answer.
    private static let listLimit = 3

    private static func reading(_ list: NamedList) -> SkillReply {
        var values = ["list": list.name, "count": String(list.items.count)]
        guard !list.items.isEmpty else { return SkillReply("Your \(list.name) list is empty.", values: values) }
        values["items"] = list.items.joined(separator: ", ")
        let rest = list.items.count - readLimit
        let read = rest > 1 ? list.items.prefix(readLimit) + ["\(rest) more"] : list.items[...]
        let items = SpokenFormat.list(Array(read))
        let text =
            list.items.count == 1
            ? "Just \(items)." : "You have \(list.items.count) things on your \(list.name) list: \(items)."
        return SkillReply(text, values: values)
    }

    private static func clear(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let name = invocation.text("list").flatMap(ListWords.name) ?? book.onlyName else {
            return book.lists.isEmpty ? none : which("clear", book)
        }
        guard let list = book.list(named: name) else { return absent(name, book) }
        let words = Set(invocation.words)
        let emptiesIt = ["everything", "all"].contains { words.contains($0) }
        let deletes = !emptiesIt && ["delete", "erase"].contains { words.contains($0) }
        return askToClear(list, deletes: deletes)
    }

    static func askToClear(_ list: NamedList, deletes: Bool) -> SkillReply {
        let (name, count) = (list.name, SpokenFormat.count(Int64(list.items.count), "thing"))
        let values = ["list": name, "count": "0"]
        if deletes {
            let content = list.items.isEmpty ? "is empty" : "has \(count) on it"
            return SkillReply(
                "Your \(name) list \(content). Delete it?", values: values,
                proposal: DeferredAction { try await ListBook($0).clear(name, deletes: true) })
        }
        guard !list.items.isEmpty else { return SkillReply("Your \(name) list is already empty.", values: values) }
        return SkillReply(
            list.items.count == 1 ? "Clear your \(name) list?" : "Clear \(SpokenFormat.all(list.items.count, "item"))?",
            values: values,
            proposal: DeferredAction { try await ListBook($0).clear(name, deletes: false) })
    }

    private static func names(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await invocation.showIfWanted(.lists)
        let book = try await ListBook(invocation)
        guard !book.lists.isEmpty else { return none }
        let names = book.lists.map(\.name)
        let values = ["count": String(names.count), "lists": names.joined(separator: ", ")]
        if names.count == 1 { return SkillReply("You have one list: \(names[0]).", values: values) }
        return SkillReply("You have \(names.count) lists: \(SpokenFormat.list(names)).", values: values)
    }

    private static func create(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = try await ListBook(invocation)
        guard let name = invocation.text("list").flatMap(ListWords.name) else {
            return SkillReply("Say what the list is for, such as \"create a shopping list\".")
        }
        if let list = book.list(named: name) {
            let count = SpokenFormat.count(Int64(list.items.count), "thing")
            return SkillReply(
                "Your \(list.name) list already exists, with \(count) on it.",
                values: ["list": list.name, "count": String(list.items.count)])
        }
        return try await book.create(name)
    }

    /// The list that a request implies without its name: shopping for things to buy, to-do for tasks.
    private static func impliedName(_ invocation: SkillInvocation) -> String? {
        let words = Set(invocation.words)
        if !words.isDisjoint(with: ["buy", "shop", "store", "shopping", "out", "pick"]) { return ListWords.shopping }
        let tasks: Set = ["todo", "todos", "task", "tasks", "chores", "do"]
        return words.isDisjoint(with: tasks) || words.contains("list") ? nil : ListWords.toDo
    }

    /// True for "we're out of milk", a remark that may or may not be a request.
    private static func isAside(_ words: [String]) -> Bool { words.contains("out") }

    /// All the things in "we need coffee, tea and sugar", which may be a remark too; `nil` for other requests.
    private static func needed(_ invocation: SkillInvocation) -> String? {
        guard let items = invocation.text("items"), Utterance(items).words.first == "need" else { return nil }
        let whole = Utterance(invocation.request.text)
        guard let place = whole.words.firstIndex(of: "need"), place + 1 < whole.words.count else { return nil }
        return whole.original(place + 1..<whole.words.count)
    }

    private static let none = SkillReply(
        "You have no lists yet. Say \"create a shopping list\" to start one.", values: ["count": "0"])

    static func which(_ action: String, _ book: ListBook, items: String? = nil) -> SkillReply {
        guard !book.lists.isEmpty else { return none }
        var values = ["action": action, "count": "0"]
        values["items"] = items
        let names = SpokenFormat.list(book.lists.map(\.name), joiner: "or")
        return SkillReply("Which list: \(names)?", values: values, followUp: .dictation)
    }

    /// The reply if no list has the named name.
    static func absent(_ name: String, _ book: ListBook) -> SkillReply {
        let names = SpokenFormat.list(book.lists.map { "your \($0.name) list" })
        let rest = book.lists.isEmpty ? "" : " There's \(names)."
        return SkillReply("You have no \(name) list.\(rest)", values: ["list": name, "count": "0"])
    }

    private static func missing(_ name: String, _ book: ListBook) -> SkillReply {
        let start = DeferredAction { try await ListBook($0).create(name) }
        return SkillReply(
            "You have no \(name) list. Create one?", values: ["list": name, "count": "0"], proposal: start)
    }
}
