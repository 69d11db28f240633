// SPDX-License-Identifier: GPL-3.0-or-later
// The command line's root and the options that every command shares.

import ArgumentParser

struct Jarvis: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "jarvis",
        abstract: "A voice assistant for the Linux desktop that works offline.",
        discussion: "Without a command the window opens. Exit status: 0 done, 1 failed, 2 usage error.",
        version: version,
        subcommands: [
            WindowCommand.self, DemoCommand.self, AskCommand.self, SayCommand.self, ListenCommand.self,
            TranscribeCommand.self, VoiceActivityCommand.self, WakeCommand.self, HistoryCommand.self,
            RecordingsCommand.self,
            ConfigCommand.self,
            VoicesCommand.self, DevicesCommand.self, RenderCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: WindowCommand.self)

    /// The parser would hand a mistyped command to the window, as an argument that the window does not take.
    /// - Throws: `ValidationError` when `word` is neither a command nor an option.
    static func refuseUnknownCommand(_ word: String?) throws {
        guard let word, !word.hasPrefix("-") else { return }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !names.contains(word) else { return }
        throw ValidationError("There is no command \"\(word)\"; \"jarvis --help\" lists them.")
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

/// The option of commands whose output is data.
struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document.")
    var json = false
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
