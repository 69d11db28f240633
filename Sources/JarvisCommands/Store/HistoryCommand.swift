// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis history: the conversation history from the command line.

public import ArgumentParser
public import JarvisCore
import JarvisStore
import JarvisPlatform

/// The commands for the conversation history.
public struct HistoryCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, search, show, delete, export or import the conversation history.",
        subcommands: [List.self, Search.self, Show.self, Delete.self, Export.self, Import.self],
        defaultSubcommand: List.self)

    public init() {}

    /// The history on disk, regardless of the settings; what is wrong with its files is printed on standard error.
    /// - Throws: `HistoryLockFailure` while it is locked; what is in the way when the history cannot be read, or when there is none and none can be made.
    private static func open(_ global: GlobalOptions) throws -> JSONLinesConversationStore {
        let context = try StoreCommandContext(global)
        try HistoryGate.open(context.settings)
        let store = JSONLinesConversationStore(folder: context.directories.data + "/history", clock: context.clock)
        let report = try runBlocking { await store.report() }
        if let failure = report.writeFailure {
            let isEmpty = try runBlocking { try await store.page(before: nil, limit: 1) }.messages.isEmpty
            if isEmpty { throw failure }
            Console.note("jarvis: \(failure.commandAdvice)")
        }
        let damage = StoreReport(damagedLineCount: report.damagedLineCount, quarantinePath: report.quarantinePath)
        for notice in damage.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        return store
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the newest messages, oldest first.")
        @Option(
            name: .long, parsing: .unconditional, help: ArgumentHelp("How many messages, 1 or more.", valueName: "N"))
        var limit = 50
        @Option(name: .long, help: ArgumentHelp("Only messages before this one.", valueName: "ID"))
        var before: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit takes a number above 0.") }
        }

        func run() throws {
            let store = try HistoryCommand.open(global)
            let page = try runBlocking { [before, limit] in
                try await store.page(before: before.map(MessageID.init(rawValue:)), limit: limit)
            }
            try MessageOutput.write(page.messages, json: output.json)
        }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Find messages that contain all words, newest first.")
        @Argument(help: "Words to look for.") var words: [String]
        @Option(
            name: .long, parsing: .unconditional,
            help: ArgumentHelp("At most this many messages, 1 or more.", valueName: "N"))
        var limit = 50
        @Option(name: .long, help: ArgumentHelp("Only messages before this one.", valueName: "ID"))
        var before: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit takes a number above 0.") }
        }

        func run() throws {
            let store = try HistoryCommand.open(global)
            let query = words.joined(separator: " ")
            let found = try runBlocking { [before, limit] in
                var found: [Message] = []
                let start = before.map(MessageID.init(rawValue:))
                for try await progress in store.finds(query, kinds: nil, before: start, limit: limit) {
                    found = progress.messages
                    if found.count == limit { break }
                }
                return found
            }
            try MessageOutput.write(found, json: output.json)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one message.")
        @Argument(help: "The message's identifier.") var id: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let store = try HistoryCommand.open(global)
            let message = try runBlocking { [id] in try await store.message(MessageID(rawValue: id)) }
            if output.json {
                try Console.json(MessageOutput.json(message))
            } else {
                try Console.say(MessageOutput.line(message))
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete messages for good.",
            discussion: "A note takes what was said and answered with it along, and where it was read out.")
        @Argument(help: "Identifiers of messages.") var ids: [String] = []
        @Flag(name: .long, help: "Delete the whole history.") var all = false
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard all != !ids.isEmpty else { throw ValidationError("Name messages to delete, or --all.") }
        }

        func run() throws {
            let store = try HistoryCommand.open(global)
            let count = try runBlocking { [all, ids] in
                guard !all else {
                    try await store.deleteAll()
                    // Says what is in the way when the words could not be removed from the disk as well.
                    try await store.compact()
                    return 0
                }
                // As the store writes them: the same one may have been named twice in different ways.
                var messages: [MessageID: Message] = [:]
                for id in ids {
                    let message = try await store.message(MessageID(rawValue: id))
                    messages[message.id] = message
                }
                let notes = messages.values.filter { $0.kind == .note }
                let traces = try await NoteTraces.messages(of: notes, in: store).map(\.id)
                try await store.erase(Set(traces).union(messages.keys).sorted(), askedIn: nil)
                return messages.count
            }
            guard output.json else { return }
            try Console.json(.object(["deleted": all ? .text("all") : .integer(Int64(count))]))
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the whole history as a document.")
        @Option(name: .long, help: ArgumentHelp("How it is written.", valueName: "FORMAT")) var format =
            HistoryExportFormat.json
        @Flag(name: .long, help: "Same as --format json.") var json = false
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let store = try HistoryCommand.open(global)
            let document = try runBlocking { [format, json] in try await store.export(json ? .json : format) }
            try Console.document(document)
        }
    }
}

extension HistoryCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the messages of a JSON export, or of a list of roles and contents; duplicates are ignored.")
        @Argument(help: "The document.", completion: .file(extensions: ["json"])) var file: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let document = try StoreFailure.documentText(FileBytes.read(file))
            let store = try HistoryCommand.open(global)
            let result = try runBlocking { [document] in try await store.importDocument(document) }
            if output.json {
                try Console.json(
                    .object([
                        "added": .integer(Int64(result.addedCount)),
                        "duplicates": .integer(Int64(result.duplicateCount)),
                        "skipped": .integer(Int64(result.skippedCount)),
                    ]))
            } else {
                try Console.say(
                    "\(result.addedCount) added, \(result.duplicateCount) already there, "
                        + "\(result.skippedCount) not readable")
            }
        }
    }
}

extension HistoryExportFormat: ExpressibleByArgument {}
