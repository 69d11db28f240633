// SPDX-License-Identifier: GPL-3.0-or-later
// A call while audio devices change and while the computer sleeps.

import JarvisAudioTesting
import JarvisBusTesting
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct CallAroundTests {
        private func status(
            _ program: JarvisProgram, _ status: String, after index: Int, within limit: Duration = .seconds(60)
        ) async throws -> Int? {
            try await program.event("call", after: index, within: limit) { $0["status"]?.asText == status }?.index
        }

        /// The device that a stream of the program plays to or records from, by the server's name.
        private func device(_ server: SoundServer, _ streams: String, _ devices: String) async throws -> String? {
            let list = try await server.control("list", "short", streams).split(separator: "\n")
            // Streams of the server's own modules have no client.
            let own = list.map { $0.split(separator: "\t") }.first { $0.count > 2 && $0[2] != "-" }
            guard let own else { return nil }
            let all = try await server.control("list", "short", devices).split(separator: "\n")
            return all.map { $0.split(separator: "\t") }.first { $0.first == own[1] }.map { String($0[1]) }
        }

        private func source(_ server: SoundServer) async throws -> String? {
            try await device(server, "source-outputs", "sources")
        }

        /// Speaks into a sink that feeds the microphone and expects an answer that plays to its end.
        private func expectTwoWaySound(_ server: SoundServer, _ program: JarvisProgram, through sink: String)
            async throws
        {
            let index = program.allEvents().count
            let clip = program.home.path + "/clip.wav"
            try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
            let spoken = try ChildProcess("paplay", ["--device=" + sink, clip], environment: server.environment)
            let reply = try await program.event("reply", after: index, within: .seconds(60))
            #expect(reply?.object["skill"]?.asText == "time", "it hears \(sink)")
            #expect(try await program.event("playbackFinished", after: index, within: .seconds(60)) != nil)
            _ = try await spoken.exit(within: .seconds(60))
        }

        /// A headset is a microphone and a speaker that become the default together, as when plugged in or when a Bluetooth
        /// device switches to its call profile. The profile switch itself can't be tested without a card.
        @Test(.timeLimit(.minutes(10))) func callsMoveToAHeadsetAndBack() async throws {
            let server = try await SoundServer()
            let program = try JarvisProgram(environment: server.environment)
            #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
            let index = try await program.openAndWait()
            try await program.press("ctrl+d")
            _ = try #require(try await status(program, "active", after: index))
            try await expectTwoWaySound(server, program, through: "mic_feed")
            try await server.control(
                "load-module", "module-null-sink", "sink_name=headset", "rate=16000", "norewinds=1")
            try await server.control(
                "load-module", "module-null-sink", "sink_name=headset_feed", "rate=16000", "norewinds=1")
            try await server.control(
                "load-module", "module-remap-source", "master=headset_feed.monitor", "source_name=headset_mic")
            let plugged = program.allEvents().count
            try await server.control("set-default-sink", "headset")
            try await server.control("set-default-source", "headset_mic")
            #expect(try await program.event("microphone", after: plugged) != nil)
            #expect(try await source(server) == "headset_mic")
            try await expectTwoWaySound(server, program, through: "headset_feed")
            // The headset disconnects in the middle of the call.
            let unplugged = program.allEvents().count
            try await server.unplug("source_name=headset_mic")
            try await server.unplug("sink_name=headset rate")
            #expect(try await program.event("microphone", after: unplugged) != nil)
            #expect(try await source(server) == "mic")
            try await expectTwoWaySound(server, program, through: "mic_feed")
            let calls = program.allEvents()[index...].compactMap {
                $0["event"]?.asText == "call" ? $0["status"]?.asText : nil
            }
            #expect(calls == ["offering", "connecting", "active"] || calls == ["connecting", "active"], "\(calls)")
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func callsKeepTheChosenMicrophone() async throws {
            let server = try await SoundServer(.pairs)
            let program = try JarvisProgram(environment: server.environment)
            for (key, value) in [("detection.mode", "push-to-talk"), ("audio.input", "second")] {
                #expect(try await program.command(["config", "set", key, value]).status == 0)
            }
            let index = try await program.openAndWait()
            try await program.press("ctrl+d")
            _ = try #require(try await status(program, "active", after: index))
            #expect(try await source(server) == "second")
            // A new default device doesn't change the user's choice in JARVIS.
            try await server.control("set-default-sink", "headphones")
            try await server.control(
                "load-module", "module-remap-source", "master=speaker.monitor", "source_name=headset_mic")
            try await server.control("set-default-source", "headset_mic")
            try await expectTwoWaySound(server, program, through: "mic_feed")
            #expect(try await source(server) == "second")
            // After a hold, the call uses the same device.
            #expect(try await program.command(["call", "--hold"]).status == 0)
            #expect(try await source(server) == nil)
            let held = program.allEvents().count
            #expect(try await program.command(["call", "--resume"]).status == 0)
            _ = try #require(try await status(program, "active", after: held))
            #expect(try await source(server) == "second")
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func sleepHoldsTheCallAndWakingResumesIt() async throws {
            let bus = try await PrivateBus()
            let computer = try await SleepDouble(address: await bus.address)
            let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": await bus.address])
            #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
            let index = try await program.openAndWait()
            try await program.press("ctrl+d")
            let active = try #require(try await status(program, "active", after: index))
            await yieldUntil { await computer.heldLocks == 1 }
            // Sleep begins in the middle of a sentence, once enough of it has been said to be understood.
            let (clip, front, rest) = (
                program.home.path + "/clip.wav", program.home.path + "/front.wav", program.home.path + "/rest.wav"
            )
            try await SpeakingVoice.flite("slt").speakAtOnce(
                "remember that the milk is in the cellar today", into: clip)
            for (part, range) in [(front, ["0", "1.2"]), (rest, ["1.2"])] {
                #expect(try await ChildProcess.run("sox", [clip, part, "trim"] + range).status == 0)
            }
            try await VirtualMicrophone.learn(rest, as: "rest")
            try await VirtualMicrophone.hear(front)
            try await VirtualMicrophone.say("rest")
            let speaking = try #require(try await program.event("speechStarted", after: active)).index
            await computer.sleeps(true)
            let held = try #require(try await status(program, "held", after: speaking))
            await yieldUntil { await computer.heldLocks == 0 }
            let streams = try await ChildProcess.run("pactl", ["list", "short", "source-outputs"])
            #expect(
                streams.output.split(separator: "\n").allSatisfy { $0.split(separator: "\t").dropFirst(2).first == "-" }
            )
            await computer.sleeps(false)
            _ = try #require(try await status(program, "active", after: held))
            await yieldUntil { await computer.heldLocks == 1 }
            // The sentence is stored even if its rest is heard by then and ends the turn.
            let kept = try await program.event("saved", after: speaking, within: .seconds(60)) { saved in
                saved["kind"]?.asText == "user" && saved["text"]?.asText?.lowercased().contains("remember") == true
            }
            #expect(kept != nil, "what was said is kept")
            program.expectHealthy()
            try await program.close()
        }
    }
}
