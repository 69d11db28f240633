// SPDX-License-Identifier: GPL-3.0-or-later
// Every command: results on standard output, errors on standard error, exit status 0, 1 or 2.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisSignal
import JarvisTesting
import Testing

@Suite(.serialized)
struct CommandLineTests {
    private func expect(
        _ program: JarvisProgram, _ arguments: [String], fails status: Int32, saying words: String
    ) async throws {
        let result = try await program.command(arguments)
        #expect(result.status == status, "\(arguments): \(result)")
        #expect(result.output.isEmpty, "\(arguments): \(result)")
        #expect(result.errors.contains(words), "\(arguments): \(result)")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ["nonsense"], ["ask"], ["say"], ["say", "--speed", "9", "hello"], ["say", "--pitch", "-13", "hello"],
            ["say", "--speed", "nan", "hello"], ["listen", "--timeout", "soon"], ["listen", "--timeout", "-1"],
            ["transcribe"], ["vad"], ["vad", "--sensitivity", "101", "x.wav"], ["history", "nonsense"],
            ["history", "list", "--limit", "0"], ["history", "search"], ["history", "search", "--limit", "-1", "x"],
            ["history", "show"], ["history", "delete"], ["history", "delete", "--all", "x"],
            ["history", "export", "--format", "pdf"], ["config", "get"], ["config", "get", "nonsense"],
            ["config", "set", "voice.speed"], ["config", "set", "voice.speed", "9"],
            ["config", "set", "voice.speed", "fast"], ["config", "set", "voice.speed", "nan"],
            ["config", "set", "voice.pitch", "-13"], ["config", "set", "detection.mode", "sometimes"],
            ["config", "set", "conversation.speaks-replies", "perhaps"], ["config", "set", "nonsense", "1"],
            ["config", "set", "appearance.particles", "501"], ["doctor", "--nonsense"], ["ask", "--events"],
            ["help", "nonsense"], ["help", "history", "nonsense"], ["help", "ask", "nonsense"], ["wake"],
            ["wake", "nonsense"], ["config", "nonsense"], ["config", "secret"], ["config", "secret", "nonsense"],
            ["config", "set", "voice.name", "nobody"], ["config", "set", "recognition.address", "nowhere"],
            ["config", "secret", "set", "nowhere"], ["config", "secret", "clear", "nowhere"],
            ["say", "hello", "--voice", "nobody"],
        ])
    func usageErrorsExitWithStatusTwo(arguments: [String]) async throws {
        let program = try JarvisProgram()
        let result = try await program.command(arguments)
        #expect(result.status == 2 && result.output.isEmpty, "\(arguments): \(result)")
        // The error suggests the intended input, or says how to find it.
        let helps = ["Usage: jarvis", "--help", "jarvis config list", ". Use ", "jarvis voices", "must start with"]
        #expect(helps.contains { result.errors.contains($0) }, "\(arguments): \(result)")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (["history", "--limit", "-1"], "--limit takes a number above 0"),
            (["history", "search", "--limit", "x", "milk"], "The most messages to show"),
            (["listen", "--timeout", "-1"], "above 0 and up to 3600"),
            (["listen", "--timeout", "soon"], "above 0 and up to 3600"),
            (["vad", "--sensitivity", "-1", "x.wav"], "from 0 to 100"),
            (["wake", "test", "--seconds", "-1"], "above 0 and up to 86400"),
            (["render", "--state", "idle", "--time", "-1", "--out", "a.png"], "from 0 to 3600"),
            (["render", "--state", "asleep", "--out", "a.png"], "\"asleep\" isn't a state; use idle"),
            (
                ["config", "set", "voice.speed", "9"],
                "\"9\" isn't a valid value for voice.speed. Use a number from 0.5"
            ),
            (["config", "nonsense"], "There's no command \"config nonsense\"; \"jarvis config --help\" lists them."),
            (["help", "nonsense"], "There's no command \"nonsense\"; \"jarvis --help\" lists them."),
        ])
    func usageErrorsExplainWhatIsValid(arguments: [String], advice: String) async throws {
        let result = try await JarvisProgram().command(arguments)
        #expect(result.status == 2 && result.errors.contains(advice), "\(arguments): \(result)")
    }

    @Test(.timeLimit(.minutes(10))) func globalOptionsAreAcceptedBeforeTheCommand() async throws {
        let program = try JarvisProgram()
        let result = try await program.command(["--events", program.events, "ask", "what is two plus two"])
        #expect(result.status == 0 && result.output.contains("4"), "\(result)")
        #expect(program.allEvents().contains { $0["event"]?.asText == "reply" })
    }

    @Test(.timeLimit(.minutes(10))) func anUnwritableEventLogIsReportedOnceAndFails() async throws {
        let program = try JarvisProgram()
        let result = try await program.command(["ask", "what is two plus two", "--events", "/dev/full"])
        #expect(result.status == 1 && result.output.contains("4"), "\(result)")
        #expect(result.errors.split(separator: "\n").count { $0.contains("Events are being lost.") } == 1, "\(result)")
        #expect(result.errors.contains("--events"), "\(result)")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ["ask", "what is two plus two", "--json"], ["history", "list", "--json"],
            ["history", "search", "two", "--json"], ["history", "export", "--json"], ["history", "--json"],
            ["config", "list", "--json"], ["config", "get", "voice.speed", "--json"], ["voices", "--json"],
            ["devices", "--json"], ["doctor", "--json"],
        ])
    func jsonOutputIsOneDocument(arguments: [String]) async throws {
        let program = try JarvisProgram()
        let result = try await program.command(arguments)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        #expect(result.document != nil, "\(result.output)")
    }

    @Test(.timeLimit(.minutes(10))) func askReturnsReplyAndSkill() async throws {
        let program = try JarvisProgram()
        let answer = try await program.command(["ask", "what", "is", "two", "plus", "two", "--json"])
        #expect(answer.document?.asObject?["reply"]?.asText == "2 + 2 is 4.")
        #expect(answer.document?.asObject?["skill"]?.asText == "arithmetic")
        let unknown = try await program.command(["ask", "blorf", "the", "wug", "--json"])
        #expect(unknown.status == 0 && unknown.document?.asObject?["skill"] == .null)
        #expect(!(unknown.document?.asObject?["reply"]?.asText?.isEmpty ?? true))
    }

    @Test(.timeLimit(.minutes(10))) func historyIsListedSearchedExportedAndDeleted() async throws {
        let program = try JarvisProgram()
        for question in ["what is two plus two", "what is three plus three"] {
            #expect(try await program.command(["ask", question]).status == 0)
        }
        let messages = try await program.history()
        #expect(
            messages.map { $0["text"]?.asText } == [
                "what is two plus two", "2 + 2 is 4.", "what is three plus three", "3 + 3 is 6.",
            ])
        let id = try #require(messages.first?["id"]?.asText)
        let shown = try await program.command(["history", "show", id, "--json"])
        #expect(shown.document?.asObject?["text"]?.asText == "what is two plus two")
        let found = try await program.command(["history", "search", "THREE", "--json"])
        #expect(found.document?.asArray?.count == 1)
        let limited = try await program.command(["history", "list", "--limit", "1", "--json"])
        #expect(limited.document?.asArray?.first?.asObject?["text"]?.asText == "3 + 3 is 6.")
        let exported = try await program.command(["history", "export", "--json"])
        #expect(exported.document?.asObject?["messages"]?.asArray?.count == 4)
        let readable = try await program.command(["history", "export", "--format", "markdown"])
        #expect(readable.output.contains("3 + 3 is 6."))
        #expect(try await program.command(["history", "delete", id]).status == 0)
        try await expect(program, ["history", "show", id], fails: 1, saying: "There's no message")
        try await expect(program, ["history", "delete", id], fails: 1, saying: "There's no message")
        #expect(try await program.history().count == 3)
        #expect(try await program.command(["history", "delete", "--all"]).status == 0)
        #expect(try await program.history().isEmpty)
    }

    @Test(.timeLimit(.minutes(10))) func largeTurnNumbersArePrintedExactly() async throws {
        let program = try JarvisProgram()
        let document = program.home.path + "/document.json"
        let message = """
            {"id":"01KAJ4NB8GA8Q4T8N2V6ZK5W3E","at":1763706184000,"turn":18446744073709551615,"kind":"user",
             "source":"typed","text":"hello"}
            """
        try AtomicFile.write(
            document, Array("{\"format\":\"jarvis-history-export\",\"version\":1,\"messages\":[\(message)]}".utf8))
        #expect(try await program.command(["history", "import", document]).status == 0)
        #expect(try await program.history().map { $0["turn"]?.asUnsigned } == [UInt64.max])
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [["history", "list"], ["history", "list", "--json"], ["history", "export"], ["--help"]])
    func unwritableResultsExitWithStatusOne(arguments: [String]) async throws {
        let program = try JarvisProgram()
        #expect(try await program.command(["ask", "what is two plus two"]).status == 0)
        let result = try await ChildProcess.run(
            "sh", ["-c", "exec \"$@\" 2>&1 >/dev/full", "sh", program.program] + arguments,
            environment: program.environment)
        #expect(result.status == 1, "\(arguments): \(result)")
        #expect(result.output.contains("The result can't be written: No space left on device."), "\(result)")
    }

    @Test(.timeLimit(.minutes(10))) func missingItemsExitWithStatusOne() async throws {
        let program = try JarvisProgram()
        for arguments in [["history", "show", "nobody"], ["history", "delete", "nobody"]] {
            try await expect(program, arguments, fails: 1, saying: "There's no message nobody")
        }
        try await expect(program, ["transcribe", "/nonexistent.wav"], fails: 1, saying: "No such file")
        try await expect(program, ["vad", "/nonexistent.wav"], fails: 1, saying: "No such file")
        try await expect(program, ["say", "hello", "--out", "/nonexistent/a.wav"], fails: 1, saying: "No such file")
        try await expect(program, ["say", "hello", "--voice", "nobody"], fails: 2, saying: "jarvis voices")
        try await expect(program, ["ask", "hello", "--events", "/nonexistent/a"], fails: 1, saying: "/nonexistent/a")
        try await expect(program, ["listen", "--timeout", "0.3"], fails: 1, saying: "I didn't understand anything.")
    }

    @Test(.timeLimit(.minutes(10))) func settingsAreResetToTheirDefaults() async throws {
        let program = try JarvisProgram()
        for (key, value) in [("voice.speed", "1.5"), ("voice.pitch", "2"), ("user.name", "Ada")] {
            #expect(try await program.command(["config", "set", key, value]).status == 0)
        }
        let changed = try await program.command(["config", "list", "--changed", "--json"])
        #expect(changed.document?.asObject?.members.map(\.key) == ["voice.speed", "voice.pitch", "user.name"])
        let page = try await program.command(["config", "reset", "--page", "voice", "--json"])
        #expect(page.document?.asObject?.members.map(\.key) == ["voice.speed", "voice.pitch"])
        #expect(try await program.command(["config", "get", "voice.pitch"]).output == "0\n")
        let one = try await program.command(["config", "reset", "user.name"])
        #expect(one.output == "user.name =     # was Ada\n")
        #expect(try await program.command(["config", "reset", "--all"]).output == "Everything is at its default.\n")
        #expect(try await program.command(["config", "reset"]).status == 2)
        #expect(try await program.command(["config", "reset", "user.name", "--all"]).status == 2)
        let described = try await program.command(["config", "describe", "voice.speed", "--json"])
        #expect(described.document?.asObject?["title"]?.asText == "Speed")
        #expect(described.document?.asObject?["page"]?.asText == "voice")
    }

    @Test(.timeLimit(.minutes(10))) func settingsAreSaved() async throws {
        let program = try JarvisProgram()
        for (key, value) in [("voice.pitch", "-3"), ("detection.mode", "push-to-talk"), ("user.name", "Ada Lovelace")] {
            #expect(try await program.command(["config", "set", key, value]).status == 0)
            #expect(try await program.command(["config", "get", key]).output == value + "\n")
        }
        #expect(try await program.command(["config", "set", "voice.speed", "9"]).status == 2)
        #expect(try await program.command(["config", "get", "voice.speed"]).output == "1\n")
    }

    @Test(.timeLimit(.minutes(10))) func spokenFilesAreTranscribed() async throws {
        let program = try JarvisProgram()
        let file = program.home.path + "/said.wav"
        let said = try await program.command([
            "say", "the children played in the garden all day", "--speed", "0.9", "--out", file,
        ])
        #expect(said.status == 0 && said.output.isEmpty && said.errors.isEmpty, "\(said)")
        let samples = try WAVFile.decode(ChildProcess.bytes(of: file)).int16Samples(atRate: 16_000)
        #expect(samples.count > 8_000)
        let segments = try await program.command(["vad", file, "--json"])
        #expect(segments.document?.asObject?["segments"]?.asArray?.isEmpty == false)
        let heard = try await program.command(["transcribe", file, "--json"])
        let object = heard.document?.asObject
        // The words that the recognizer reliably understands in this voice.
        let words = Set(object?["text"]?.asText?.lowercased().split { !$0.isLetter }.map(String.init) ?? [])
        #expect(heard.status == 0 && words.isSuperset(of: ["children", "garden"]), "\(heard)")
        #expect(object?["search"]?.asText == "dictation")
        for key in ["confidence", "audioSeconds", "seconds"] { #expect(object?[key]?.asDouble != nil, "\(key)") }
        #expect(object?["engine"]?.asText == "moonshine")
        // A command, in a voice that the recognizer understands better.
        try await SpeakingVoice.flite("slt").speak("what time is it", into: file)
        let command = try await program.command(["transcribe", file, "--json"]).document?.asObject
        #expect(command?["text"]?.asText == "what time is it" && command?["search"]?.asText == "grammar", "\(file)")
    }

    @Test(.timeLimit(.minutes(10))) func listenTranscribesTheMicrophone() async throws {
        let program = try JarvisProgram()
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
        let child = try ChildProcess(
            JarvisProgram.path, ["listen", "--timeout", "20", "--json", "--events", program.events],
            environment: program.environment)
        #expect(try await program.event("microphone") != nil, "the microphone opens")
        try await VirtualMicrophone.hear(clip)
        #expect(try await child.exit(within: .seconds(60)) == 0, "\(child.output)")
        let document = try JSONValue(parsing: Array(child.output.utf8))
        #expect(document.asObject?["text"]?.asText?.contains("time") ?? false, "\(child.output)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["transcribe", "vad"])
    func validRecordingsAreReadAndOthersRejected(command: String) async throws {
        let program = try JarvisProgram()
        let folder = program.home.path
        try await SpeakingVoice.flite("slt").speak("what time is it", into: folder + "/good.wav")
        let script = """
            cd "$1" && : >empty.wav && echo "no sound" >text.wav && head -c 30 good.wav >header.wav &&
            head -c 9000 good.wav >cut.wav && head -c 5000 /dev/urandom >noise.wav &&
            sox -D good.wav -b 8 eight.wav && sox good.wav -r 48000 -c 2 -e floating-point -b 32 float.wav &&
            sox good.wav -b 24 -r 44100 deep.wav
            """
        #expect(try await ChildProcess.run("sh", ["-c", script, "sh", folder]).status == 0)
        for name in ["empty", "text", "header", "cut", "noise"] {
            try await expect(program, [command, "\(folder)/\(name).wav", "--json"], fails: 1, saying: "\(name).wav")
        }
        for name in ["good", "eight", "float", "deep"] {
            let result = try await program.command([command, "\(folder)/\(name).wav", "--json"])
            #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result)")
            let object = result.document?.asObject
            #expect(
                command == "vad"
                    ? object?["segments"]?.asArray?.isEmpty == false : object?["text"]?.asText == "what time is it",
                "\(name): \(result)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func longRecordingsAreTranscribedWithTimes() async throws {
        let program = try JarvisProgram()
        let folder = program.home.path
        try await SpeakingVoice.flite("slt").speak(
            "the children played in the garden all day", into: folder + "/said.wav")
        let script = """
            cd "$1" && sox -D said.wav -r 44100 padded.wav pad 5 10 && sox padded.wav padded.wav padded.wav long.flac &&
            gst-launch-1.0 -q filesrc location=padded.wav ! wavparse ! audioconvert ! avenc_aac ! mp4mux \
                ! filesink location=phone.m4a
            """
        #expect(try await ChildProcess.run("sh", ["-c", script, "sh", folder]).status == 0)
        let long = try await program.command(["transcribe", folder + "/long.flac", "--json"])
        let segments = long.document?.asObject?["segments"]?.asArray?.compactMap(\.asObject) ?? []
        #expect(long.status == 0 && long.errors.isEmpty && segments.count == 3, "\(long)")
        #expect(segments.allSatisfy { $0["text"]?.asText?.lowercased().contains("garden") == true }, "\(long)")
        let starts = segments.compactMap { $0["start"]?.asDouble }
        #expect(starts == starts.sorted() && (4...6).contains(starts.first ?? 0) && starts.last ?? 0 > 30, "\(starts)")
        let lines = try await program.command(["transcribe", folder + "/long.flac"])
        #expect(lines.output.split(separator: "\n").count == 3, "\(lines)")
        let titles = try await program.command(["transcribe", folder + "/phone.m4a", "--srt"])
        #expect(titles.status == 0 && titles.output.hasPrefix("1\n00:00:0"), "\(titles)")
        #expect(titles.output.contains(" --> ") && titles.output.lowercased().contains("garden"), "\(titles)")
        #expect(try await program.command(["transcribe", "x.wav", "--srt", "--json"]).status == 2)
    }

    @Test(.timeLimit(.minutes(10))) func eventsArePrintedToStandardOutputAsLines() async throws {
        let program = try JarvisProgram()
        let asked = try await program.command(["ask", "what is two plus two", "--events", "-"])
        let lines = asked.output.split(separator: "\n").compactMap { line in
            (try? JSONValue(parsing: Array(line.utf8)))?.asObject
        }
        #expect(asked.status == 0)
        #expect(lines.map { $0["event"]?.asText } == ["question", "reply"], "\(asked)")
        #expect(lines.last?["skill"]?.asText == "arithmetic")
        #expect(asked.output.contains("2 + 2 is 4.\n"))
    }
}
