// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis recordings: lists, plays and deletes the user's recorded utterances.

public import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisStore

/// The commands for recorded utterances.
public struct RecordingsCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "recordings", abstract: "List or delete recordings, or print their folder.",
        discussion: "Turn recording on with \"jarvis config set recording.utterances on\".",
        subcommands: [List.self, Delete.self, Path.self], defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List recordings, oldest first.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let store = try StoreCommandContext(global).recordings()
            let recordings = try runBlocking {
                await store.tidy()
                return try await store.recordings()
            }
            guard output.json else {
                for recording in recordings {
                    let seconds = String((recording.durationSeconds * 10).rounded() / 10)
                    try Console.say("\(recording.id)\t\(seconds) s\t\(recording.text)")
                }
                return
            }
            let list = recordings.map { recording in
                JSONValue.object([
                    "id": .text(recording.id), "recordedAt": .integer(recording.recordedAt.millisecondsSinceEpoch),
                    "durationSeconds": .number(recording.durationSeconds), "text": .text(recording.text),
                    "path": .text("\(store.path)/\(recording.id).wav"),
                ])
            }
            try Console.json(.array(list))
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete recordings.")
        @Argument(help: "Names of recordings, as listed.") var ids: [String] = []
        @Flag(name: .long, help: "Delete all recordings.") var all = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard all != !ids.isEmpty else { throw ValidationError("Name recordings to delete, or --all.") }
        }

        func run() throws {
            let store = try StoreCommandContext(global).recordings()
            let missing = try runBlocking { [all, ids] in
                let names = all ? try await store.recordings().map(\.id) : ids
                return try await store.delete(names)
            }
            guard missing.isEmpty else {
                throw CommandFailure("There's no recording \(missing.joined(separator: ", ")).")
            }
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the folder of the recordings.")
        @OptionGroup var global: GlobalOptions

        func run() throws { try Console.say(StoreCommandContext(global).recordingsPath) }
    }
}
