// SPDX-License-Identifier: GPL-3.0-or-later
// The options that every command shares.

public import ArgumentParser
public import JarvisCore
import JarvisPlatform

/// The options of every command, such as "--events".
public struct GlobalOptions: ParsableArguments, Sendable {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write every state change and turn timing as JSON lines.", valueName: "FILE|-"))
    public var events: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Save every utterance as a WAV file in this folder.", valueName: "DIR", visibility: .hidden))
    public var recordUtterances: String?

    public init() {}
}

extension GlobalOptions {
    /// The arguments with global options before the command moved behind it, where the parser expects them.
    public static func moved(behindCommandIn arguments: [String]) -> [String] {
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
        // Everything after "--" is text, not an option.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + options + Array(rest[end...])
    }

    /// Opens the log that the option names; the log reports once if events are lost, and why.
    /// - Throws: `StoreFailure` if it can't be opened.
    public func openLog() throws -> any EventLog {
        guard let path = events else { return NoEventLog() }
        return try JSONLinesEventLog(path: path) { failure in
            Console.note("jarvis: Events are being lost. \(failure.commandAdvice) Or give --events another file.")
        }
    }
}
