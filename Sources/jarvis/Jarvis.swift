// SPDX-License-Identifier: GPL-3.0-or-later
// The command line's root and the options that every command shares.

import ArgumentParser
import JarvisRenderCommand

struct Jarvis: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "jarvis",
        abstract: "A voice assistant for the Linux desktop that works offline.",
        discussion: "Without a command the window opens. Exit status: 0 done, 1 failed, 2 not understood.",
        version: version,
        subcommands: [
            WindowCommand.self, DemoCommand.self, AskCommand.self, SayCommand.self, ListenCommand.self,
            TranscribeCommand.self, VoiceActivityCommand.self, WakeCommand.self, HistoryCommand.self,
            RecordingsCommand.self, RemindersCommand.self, ListsCommand.self,
            ConfigCommand.self, ModelsCommand.self, ServersCommand.self,
            VoicesCommand.self, DevicesCommand.self, RenderCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: WindowCommand.self)

    /// The parser hands a mistyped command to the default command, as an argument that this one does not take, and
    /// answers "help" of a mistyped command with the help of all.
    /// - Throws: `ValidationError` when a word stands where a command must stand and is none, or when none is given.
    static func refuseUnknownCommand(_ arguments: [String]) throws {
        var words = arguments[...]
        let asksForHelp = words.first == "help"
        if asksForHelp { words.removeFirst() }
        var (command, path): (any ParsableCommand.Type, String) = (Jarvis.self, "jarvis")
        while let word = words.popFirst(), !word.hasPrefix("-") {
            let commands = command.configuration.subcommands
            if commands.isEmpty, !asksForHelp { return }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let full = (path + " " + word).dropFirst("jarvis ".count)
                throw ValidationError("There is no command \"\(full)\"; \"\(path) --help\" lists them.")
            }
            (command, path) = (next, path + " " + word)
        }
        let names = command.configuration.subcommands.map { $0._commandName }.joined(separator: ", ")
        let isComplete = names.isEmpty || command.configuration.defaultSubcommand != nil
        let asks = asksForHelp || arguments.contains { ["-h", "--help", "--version"].contains($0) }
        guard isComplete || asks else {
            throw ValidationError("A command is missing; use one of \(names). \"\(path) --help\" explains them.")
        }
    }
}

/// Options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write every state change and turn timing as JSON lines.", valueName: "FILE|-"))
    var events: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep the sound of every utterance as a WAV file in this folder.", valueName: "DIR", visibility: .hidden))
    var recordUtterances: String?
}

extension GlobalOptions {
    /// The arguments with global options that stand before the command put behind it, where the parser looks for them.
    static func moved(behindCommandIn arguments: [String]) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let first = rest.first {
            if first.hasPrefix("--events=") || first.hasPrefix("--record-utterances=") {
                options.append(rest.removeFirst())
            } else if first == "--events" || first == "--record-utterances", rest.count > 1 {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        // Behind "--" everything is text.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + options + Array(rest[end...])
    }
}
