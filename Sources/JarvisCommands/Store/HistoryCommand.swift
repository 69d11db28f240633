// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis history: lists, searches, exports and deletes the conversation history.

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

    /// Opens the history on disk, regardless of the settings, and prints problems with its files on standard error.
    /// - Throws: `HistoryLockFailure` while it is locked; `StoreFailure` if it can't be read or created.
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
            name: .long, parsing: .unconditional, help: ArgumentHelp("Number of messages.", valueName: "N"))
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
        static let configuration = CommandConfiguration(
            abstract: "Find messages that contain all these words, newest first.")
        @Argument(help: "Words to look for.") var words: [String]
        @Option(
            name: .long, parsing: .unconditional,
            help: ArgumentHelp("The most messages to show.", valueName: "N"))
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
        @Argument(help: "The message's number.") var id: String
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
            discussion: "Deleting a note also deletes the conversation around it.")
        @Argument(help: "Message numbers.") var ids: [String] = []
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
                    // Throws the reason if the words could not be removed from disk, too.
                    try await store.compact()
                    return 0
                }
                // Use the identifiers in the store's spelling: the user may have named the same message twice, in
                // different ways.
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
        static let configuration = CommandConfiguration(abstract: "Print the whole history.")
        @Option(name: .long, help: ArgumentHelp("The format.", valueName: "FORMAT")) var format =
            HistoryExportFormat.json
        @Flag(name: .long, help: "Same as --format json.") var json = false
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let store = try HistoryCommand.open(global)
            let format = json ? HistoryExportFormat.json : format
            let document = try runBlocking { try await store.export(format) }
            // A pipe may end at a terminal, so escape such characters; importing the document restores them.
            let escaped = format == .json ? PlainText.escapedInJSON(document) : document
            try Console.text(escaped.last == "\n" ? escaped : escaped + "\n")
        }
    }
}

extension HistoryCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add messages from a JSON export or a list of roles and contents, without duplicates.")
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
                        + "\(result.skippedCount) unreadable"
                )
            }
        }
    }
}

extension HistoryExportFormat: ExpressibleByArgument {}
