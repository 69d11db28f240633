// SPDX-License-Identifier: GPL-3.0-or-later
// The options that every command shares.

public import ArgumentParser
public import JarvisCore
import JarvisPlatform

/// Options of every command.
public struct GlobalOptions: ParsableArguments, Sendable {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write every state change and turn timing as JSON lines.", valueName: "FILE|-"))
    public var events: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep the sound of every utterance as a WAV file in this folder.", valueName: "DIR", visibility: .hidden))
    public var recordUtterances: String?

    public init() {}
}

extension GlobalOptions {
    /// The arguments with global options that stand before the command put behind it, where the parser looks for them.
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
        // Behind "--" everything is text.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + options + Array(rest[end...])
    }

    /// The log that the option names; it says once why events are being lost.
    /// - Throws: `StoreFailure` when it cannot be opened.
    public func openLog() throws -> any EventLog {
        guard let path = events else { return NoEventLog() }
        return try JSONLinesEventLog(path: path) { failure in
            Console.note("jarvis: Events are being lost. \(failure.commandAdvice) Or give --events another file.")
        }
    }
}
