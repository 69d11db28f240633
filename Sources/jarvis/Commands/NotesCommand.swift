// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis notes: shows the prompt of the day and the newest note, and records notes.

import ArgumentParser
import GioKit
import JarvisCommands
import JarvisCore
import JarvisStore
import JarvisPlatform
import JarvisService

/// The commands for voice notes.
struct NotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "Show the newest note or the daily prompt, or record a note.",
        subcommands: [Recent.self, Prompt.self, Record.self], defaultSubcommand: Recent.self)

    struct Recent: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show when you made the newest note, and with --words its topic and mood.",
            discussion: "Shows nothing while the screen is locked. \"jarvis history\" has all notes.")
        @Flag(help: "Show its words. \"jarvis config set notes.show-line on\" always shows them.") var words = false
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let composition = try Composition(global)
            let (lock, history, words) = (composition.historyLock, composition.shownHistory, words)
            let mayShow = words || composition.settings.current.showsNoteLine
            let glance = try runOnMainLoop {
                if words { try await lock.unlock() }
                return try await NoteGlance.read(history, isLocked: LoginWatch.isAwayNow(), mayShow: mayShow)
            }
            if output.json {
                try Console.json(glance.asJSON)
            } else {
                try Console.say(glance.line(composition.wallClock))
            }
        }
    }

    struct Prompt: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the daily prompt for a voice note.")
        @Flag(help: "Choose another prompt for today.") var new = false
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let book = try Composition(global).promptBook
            guard let prompt = try runBlocking({ [new] in try await new ? book?.another() : book?.today() }) else {
                throw CommandFailure("The prompts are missing.")
            }
            guard output.json else { return try Console.say(prompt.text) }
            try Console.json(
                .object([
                    "day": .text(prompt.day.text), "step": .integer(Int64(prompt.step)), "text": .text(prompt.text),
                ]))
        }
    }

    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Record a voice note in the running instance.")

        func run() throws {
            try runOnMainLoop { @MainActor in
                guard let running = try await ServiceClient.running() else {
                    throw CommandFailure("JARVIS isn't running. Start it with \"jarvis\" or \"jarvis --service\".")
                }
                do throws(BusFailure) { try await running.call("RecordNote") } catch {
                    throw CommandFailure(error.reason)
                }
            }
        }
    }
}

extension NoteGlance {
    /// The note as a line of text for the user.
    fileprivate func line(_ clock: any WallClock) -> String {
        switch self {
        case .none: return "There are no notes."
        case .hidden(at: nil): return "Locked."
        case .hidden(let time?): return "\(Self.stamp(time, clock))  (hidden; --words shows it)"
        case .shown(let line, let mood, let time):
            return PlainText.printable("\(Self.stamp(time, clock))  \(line)  (\(mood.rawValue))")
        case .unreadable: return "The notes can't be read."
        }
    }

    /// The note as JSON; times are milliseconds since the epoch.
    fileprivate var asJSON: JSONValue {
        switch self {
        case .none: return .object(["state": .text("none")])
        case .hidden(let time):
            return .object([
                "state": .text("hidden"), "createdAt": time.map { .integer($0.millisecondsSinceEpoch) } ?? .null,
            ])
        case .shown(let line, let mood, let time):
            return .object([
                "state": .text("shown"), "createdAt": .integer(time.millisecondsSinceEpoch), "line": .text(line),
                "mood": .text(mood.rawValue),
            ])
        case .unreadable: return .object(["state": .text("unreadable")])
        }
    }

    private static func stamp(_ instant: Timestamp, _ clock: any WallClock) -> String {
        let time = clock.local(instant)
        return "\(PromptDay(time).text) \(time.hour.padded()):\(time.minute.padded())"
    }
}

extension LoginWatch {
    /// True while the screen is locked or another session is active; false if unknown.
    @MainActor
    fileprivate static func isAwayNow() async -> Bool {
        guard let connection = try? await BusConnection.open(.system) else { return false }
        let watch = LoginWatch(connection) { _ in }
        await watch.start(session: Environment.value("XDG_SESSION_ID"))
        return watch.isAway
    }
}
