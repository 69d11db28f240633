// SPDX-License-Identifier: GPL-3.0-or-later
// The root of the command line, and the check for mistyped commands.

import ArgumentParser
import JarvisCommands
import JarvisService

struct Jarvis: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "jarvis",
        abstract: "An offline voice assistant for the Linux desktop.",
        discussion: "Without a command, opens the window. Exit status: 0 done, 1 failed, 2 not understood.",
        version: version,
        subcommands: [
            WindowCommand.self, SetupCommand.self, DemoCommand.self, AskCommand.self, SayCommand.self,
            ListenCommand.self, DictateCommand.self, CallCommand.self,
            TranscribeCommand.self, VoiceActivityCommand.self, WakeCommand.self, HistoryCommand.self,
            RecordingsCommand.self, StatisticsCommand.self, RemindersCommand.self, ListsCommand.self,
            ForgetCommand.self,
            NotesCommand.self, WidgetCommand.self,
            ConfigCommand.self, ModelsCommand.self, ServersCommand.self, MCPCommand.self, DiscoverCommand.self,
            VoicesCommand.self, DevicesCommand.self, RenderCommand.self, DoctorCommand.self, LaunchCommand.self,
        ],
        defaultSubcommand: WindowCommand.self)

    /// Rejects mistyped commands. The parser would pass them to the default command as an argument that it doesn't
    /// take, and would answer "help" for a mistyped command with the general help.
    /// - Throws: `ValidationError` if the word in a command's place isn't a command, or if a required command is
    ///   missing.
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
                throw ValidationError("There's no command \"\(full)\"; \"\(path) --help\" lists them.")
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
