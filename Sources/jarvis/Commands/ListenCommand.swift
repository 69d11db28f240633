// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis listen: one utterance from the microphone as text.

import ArgumentParser
import JarvisAssistant
import JarvisConsole
import JarvisCore
import JarvisPlatform

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Listen for one utterance and print what was understood.")
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Seconds to wait for speech to begin, above 0 and up to 3600.", valueName: "S"))
    var timeout = 10.0
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout takes seconds, above 0 and up to 3600.")
        }
    }

    func run() throws {
        let composition = try Composition(global)
        let recognizer = composition.recognizer()
        recognizer.warmUp()
        let listening = composition.recording(recognizer)
        composition.printNotices()
        defer { composition.finishNotices() }
        let microphone = composition.microphone()
        let device = composition.settings.current.inputDevice
        let log = composition.log
        let transcript = try runBlocking { [timeout] in
            try await SingleUtterance.hear(
                microphone: microphone, recognizer: listening, device: device,
                timeout: .milliseconds(Int64(timeout * 1000)), log: log)
        }
        guard let transcript else { throw CommandFailure("I heard nothing that I could understand.") }
        try TranscriptOutput.write(transcript, json: output.json)
        try composition.finishLog()
    }
}

/// How the command line prints a transcript.
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
