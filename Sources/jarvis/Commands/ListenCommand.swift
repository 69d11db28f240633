// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis listen: transcribes one utterance from the microphone.

import ArgumentParser
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisService

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Listen for one utterance and print what was understood.")
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Seconds to wait for speech, above 0 and up to 3600.", valueName: "S"))
    var timeout = 10.0
    @Flag(help: "Start or stop listening in the running instance, then exit.") var toggle = false
    @Flag(help: "Use the microphone directly, even if JARVIS is running.") var noService = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout takes seconds, above 0 and up to 3600.")
        }
        guard !toggle || !noService else { throw ValidationError("Use either --toggle or --no-service.") }
    }

    func run() throws {
        let composition = try Composition(global)
        if toggle { return try toggleListening(composition) }
        let isAlone = noService || global.events != nil || global.recordUtterances != nil
        let transcript = try composition.hearOnce(
            within: .milliseconds(Int64(timeout * 1000)), byService: !isAlone)
        try TranscriptOutput.write(transcript, json: output.json)
        try composition.finishLog()
    }

    private func toggleListening(_ composition: Composition) throws {
        let isThere = composition.hasService
        try runOnMainLoop { @MainActor in
            guard isThere, let running = try await ServiceClient.running() else {
                throw CommandFailure("JARVIS isn't running. Start it with \"jarvis\" or \"jarvis --service\".")
            }
            try await running.toggle()
        }
    }
}

extension Composition {
    /// Records one utterance. If an instance is running, it owns the microphone and records on behalf of this command.
    /// - Parameters:
    ///   - limit: How long to wait for speech to begin.
    ///   - usesService: False to ignore the running instance.
    /// - Throws: `CommandFailure` if nothing was recognized.
    func hearOnce(within limit: Duration, byService usesService: Bool) throws -> Transcript {
        let isServed = usesService && hasService
        let served = try runOnMainLoop { @MainActor () async throws -> Transcript? in
            guard isServed, let running = try await ServiceClient.running() else { return nil }
            guard let transcript = try await running.hear(within: limit) else { throw Self.nothingHeard }
            return transcript
        }
        if let served { return served }
        let recognizer = recognizer()
        recognizer.warmUp()
        let listening = recording(recognizer)
        printNotices()
        defer { finishNotices() }
        let (microphone, device, log) = (microphone(waitsForTurn: usesService), settings.current.inputDevice, log)
        let heard = try runBlocking {
            try await SingleUtterance.hear(
                microphone: microphone, recognizer: listening, device: device, timeout: limit, log: log)
        }
        guard let heard else { throw Self.nothingHeard }
        return heard
    }

    private static let nothingHeard = CommandFailure("I didn't understand anything.")
}

/// Prints a transcript on the command line.
enum TranscriptOutput {
    static func write(_ transcript: Transcript, json wantsJSON: Bool, extra: [JSONObject.Member] = []) throws {
        guard wantsJSON else { return try Console.say(transcript.text) }
        var object: JSONObject = [
            "text": .text(transcript.text), "confidence": .number(transcript.confidence),
            "engine": .text(transcript.engine), "search": .text(transcript.search.rawValue),
        ]
        object.members += extra
        try Console.json(.object(object))
    }
}
