// SPDX-License-Identifier: GPL-3.0-or-later
// Piper's command line, emulated by scripts; the real program needs a model of about 60 MB.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct PiperTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("jarvis-piper")
        try write("voice.onnx.json", "{\"audio\": {\"sample_rate\": 16000}, \"language\": {\"code\": \"en_GB\"}}")
    }

    private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
        let file = try #require(fopen("\(folder.path)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
        chmod("\(folder.path)/\(name)", mode)
    }

    private func piper(_ script: String) throws -> PiperSynthesizer {
        try write("piper", "#!/bin/sh\n" + script, mode: 0o700)
        return PiperSynthesizer(program: folder.path + "/piper", model: folder.path + "/voice.onnx")
    }

    @Test func theProgramsOutputBecomesSamples() async throws {
        // The text comes back as samples: two letters each.
        let synthesizer = try piper("echo \"$@\" > \"$(dirname \"$0\")/arguments\"; cat; head -c 9000 /dev/zero")
        let prosody = Prosody(voice: "en-us", speed: 2)
        let pieces = try await Remote.pieces(synthesizer, "hello there", prosody)
        let text = pieces.flatMap(\.samples).flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        #expect(String(decoding: text.prefix(13), as: UTF8.self) == "hello there\n\0")
        #expect(pieces.first?.sampleRateHertz == 16_000)
        let arguments = ChildProcess.contents(of: folder.path + "/arguments")
        #expect(arguments == "--model \(folder.path)/voice.onnx --output-raw --length-scale 0.5\n")
    }

    @Test func voicesComeFromTheModelsDescription() async throws {
        let voices = try await piper("exit 0").voices()
        #expect(voices == [Voice(id: "voice", name: "voice", languages: ["en-GB"])])
    }

    @Test func aFailingProgramsReasonIsReported() async throws {
        let synthesizer = try piper("cat > /dev/null; echo loading >&2; echo no such model >&2; exit 3")
        #expect(try await Remote.failure(synthesizer) == .programFailed(.reported("no such model")))
        #expect(try await Remote.failure(try piper("exit 0")) == .incomplete(soundMilliseconds: 0, letterCount: 10))
        let click = try piper("head -c 320 /dev/zero")
        #expect(try await Remote.failure(click) == .incomplete(soundMilliseconds: 10, letterCount: 10))
    }

    @Test func endlessSoundIsCutOff() async throws {
        let endless = try piper("cat /dev/zero")
        guard case .malformed(.tooMuchSound(_, letterCount: 10)) = try await Remote.failure(endless) else {
            Issue.record("an endless clause has no end")
            return
        }
    }

    @Test func missingProgramAndModelAreReported() async throws {
        let program = PiperSynthesizer(program: "/nonexistent/piper", model: folder.path + "/voice.onnx")
        #expect(try await Remote.failure(program) == .programFailed(.reported("No such file or directory")))
        let model = PiperSynthesizer(model: "/nonexistent/x.onnx")
        #expect(try await Remote.failure(model) == .programFailed(.unreadable(path: "/nonexistent/x.onnx.json")))
    }

    @Test func abandonedReplyKillsTheProgram() async throws {
        let synthesizer = try piper("echo $$ > \"$(dirname \"$0\")/pid\"; echo abcd; exec cat /dev/zero")
        for try await _ in synthesizer.synthesize("hello there", prosody: Prosody(voice: "en-us")) { break }
        let pid = try #require(Int32(ChildProcess.contents(of: folder.path + "/pid").prefix { $0.isNumber }))
        #expect(await Eventually.holds { kill(pid, 0) != 0 })
    }
}
