// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis lists: manages the user's lists and their items. The window and "jarvis ask" use the same file.

public import ArgumentParser
import JarvisCore
import JarvisStore
import JarvisPlatform

/// The commands for lists.
public struct ListsCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Show, change, clear or delete lists.",
        subcommands: [Names.self, Show.self, Add.self, Remove.self, Clear.self, Delete.self],
        defaultSubcommand: Names.self)

    public init() {}

    struct Names: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the lists and their number of items.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let lists = try ListOutput.read(StoreCommandContext(global))
            guard !output.json else { return try Console.json(.array(lists.map(ListOutput.value))) }
            for list in lists { try Console.say("\(list.name)\t\(list.items.count)") }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a list, one item per line.")
        @Argument(help: "The list's name.") var name: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let lists = try ListOutput.read(StoreCommandContext(global))
            guard let list = lists.first(where: { $0.isNamed(name) }) else { throw ListOutput.missing(name) }
            try ListOutput.write(list, json: output.json)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add items to a list, creating it if needed.")
        @OptionGroup var items: ListItems
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let (name, items) = (items.name.plainName, items.items.map(\.plainName).filter { !$0.isEmpty })
            guard !name.isEmpty, !items.isEmpty else { throw ValidationError("Names and items can't be empty.") }
            let list = try ListOutput.update(StoreCommandContext(global)) { lists in
                let place = lists.firstIndex { $0.isNamed(name) } ?? lists.endIndex
                if place == lists.endIndex { lists.append(NamedList(name: name)) }
                for item in items where !lists[place].items.contains(item) { lists[place].items.append(item) }
                return lists[place]
            }
            try ListOutput.write(list, json: output.json)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove items from a list.")
        @OptionGroup var items: ListItems
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let (name, wanted) = (items.name, items.items.map(\.plainName))
            try ListOutput.change(name, StoreCommandContext(global), json: output.json) { list in
                let lost = wanted.first { item in !list.items.contains { $0.lowercased() == item.lowercased() } }
                guard lost == nil else { return lost }
                let unwanted = Set(wanted.map { $0.lowercased() })
                list.items.removeAll { unwanted.contains($0.lowercased()) }
                return nil
            }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove everything from a list.")
        @Argument(help: "The list's name.") var name: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            try ListOutput.change(name, StoreCommandContext(global), json: output.json) { list in
                list.items = []
                return nil
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a list and everything on it.")
        @Argument(help: "The list's name.") var name: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let deleted: NamedList? = try ListOutput.update(StoreCommandContext(global)) { [name] lists in
                lists.firstIndex { $0.isNamed(name) }.map { lists.remove(at: $0) }
            }
            guard let deleted else { throw ListOutput.missing(name) }
            if output.json { try Console.json(ListOutput.value(deleted)) }
        }
    }
}

/// The name of a list, and items.
struct ListItems: ParsableArguments {
    @Argument(help: "The list's name.") var name: String
    @Argument(help: "Items; put quotes around those of several words.") var items: [String]
}

extension NamedList {
    /// True if the list has this name, ignoring case.
    fileprivate func isNamed(_ name: String) -> Bool { self.name.plainName.lowercased() == name.plainName.lowercased() }
}

extension String {
    /// The text as the store keeps names: what looks the same is the same.
    fileprivate var plainName: String { withoutInvisibles.singleSpaced }
}

enum ListOutput {
    /// Reads the lists, and reports problems with their file.
    static func read(_ context: StoreCommandContext) throws -> [NamedList] {
        let store = context.lists
        let lists = try runBlocking { try await store.lists() }
        context.tell(store.notices)
        return lists
    }

    /// Changes the lists, and reports problems with their file.
    static func update<Result: Sendable>(
        _ context: StoreCommandContext, _ change: @escaping @Sendable (inout [NamedList]) -> Result
    ) throws -> Result {
        let store = context.lists
        let result = try runBlocking { try await store.update(change) }
        context.tell(store.notices)
        return result
    }

    /// Changes items of one list.
    /// - Parameter body: Changes the list; returns an item that isn't on it, or nil.
    static func change(
        _ name: String, _ context: StoreCommandContext, json: Bool,
        _ body: @escaping @Sendable (inout NamedList) -> String?
    ) throws {
        let (list, lost): (NamedList?, String?) = try update(context) { lists in
            guard let place = lists.firstIndex(where: { $0.isNamed(name) }) else { return (nil, nil) }
            let lost = body(&lists[place])
            return (lists[place], lost)
        }
        guard let list else { throw missing(name) }
        if let lost { throw CommandFailure("There's no \"\(lost)\" on the list \"\(list.name)\".") }
        try write(list, json: json)
    }

    static func write(_ list: NamedList, json: Bool) throws {
        if json { return try Console.json(value(list)) }
        for item in list.items { try Console.say(item) }
    }

    static func value(_ list: NamedList) -> JSONValue {
        .object(["name": .text(list.name), "items": .array(list.items.map(JSONValue.text))])
    }

    static func missing(_ name: String) -> CommandFailure {
        CommandFailure("There's no list \"\(name)\"; \"jarvis lists\" lists them.")
    }
}
