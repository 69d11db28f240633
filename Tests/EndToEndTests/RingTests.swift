// SPDX-License-Identifier: GPL-3.0-or-later
// The ring by voice: commands spoken by synthetic voices through the virtual microphone, hands-free, into the real
// window; answered by the right skill with the right values, and with nothing cut off.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisSignal
import JarvisTesting
import Testing

@Suite(.serialized)
struct RingTests {
    struct Command: Sendable {
        var text: String
        var voice: SpeakingVoice
        var skill: String
        /// Values that the skill must have understood.
        var values: [String: String] = [:]
    }

    /// Twenty commands of thirteen skills in seven voices of two synthesizers.
    static let commands: [Command] = [
        Command(text: "what time is it", voice: .flite("slt"), skill: "time"),
        Command(text: "what day is it today", voice: .flite("rms"), skill: "date"),
        Command(text: "set a timer for ten minutes", voice: .flite("awb"), skill: "timer", values: ["length": "600"]),
        Command(
            text: "set an alarm for seven thirty p m", voice: .flite("slt"), skill: "alarm", values: ["time": "19:30"]),
        Command(
            text: "what is twelve times four", voice: .festival("cmu_us_slt_arctic_hts"), skill: "arithmetic",
            values: ["result": "48"]),
        Command(
            text: "convert ten miles to kilometers", voice: .flite("rms"), skill: "conversion",
            values: ["value": "10", "from": "mile", "to": "kilometer"]),
        Command(text: "how much memory is free", voice: .flite("kal16"), skill: "system"),
        Command(text: "tell me a joke", voice: .festival("ked_diphone"), skill: "joke"),
        Command(text: "what can you do", voice: .flite("awb"), skill: "help"),
        Command(text: "flip a coin", voice: .festival("kal_diphone"), skill: "chance"),
        Command(text: "who are you", voice: .flite("slt"), skill: "small-talk"),
        Command(text: "read my notes", voice: .flite("rms"), skill: "note"),
        Command(
            // Long enough not to ring before it is canceled, whatever is heard.
            text: "set a timer for twenty minutes", voice: .flite("kal16"), skill: "timer",
            values: ["length": "1200"]),
        Command(text: "how much time is left", voice: .flite("slt"), skill: "timer"),
        Command(text: "cancel all timers", voice: .flite("awb"), skill: "timer"),
        Command(
            text: "what is nine plus sixteen", voice: .flite("rms"), skill: "arithmetic", values: ["result": "25"]),
        Command(text: "what day is it tomorrow", voice: .festival("cmu_us_slt_arctic_hts"), skill: "date"),
        Command(text: "speak slower", voice: .flite("slt"), skill: "speaking-style"),
        Command(text: "repeat that", voice: .flite("kal16"), skill: "repeat"),
        Command(text: "how much disk space is left", voice: .festival("ked_diphone"), skill: "system"),
    ]

    @Test(.timeLimit(.minutes(8))) func commandsSpokenHandsFreeReachTheRightSkillUncut() async throws {
        let program = try JarvisProgram()
        _ = try await program.run("config", "set", "voice.speed", "2")
        try program.open()
        var index = try #require(try await program.phase("listening"), "the window listens by itself")
        var right = 0
        var table = ["understood | expected skill | got | complete | voice | said"]
        for (number, command) in Self.commands.enumerated() {
            let clip = program.home.path + "/clip-\(number).wav"
            try await command.voice.speak(command.text, into: clip)
            try await VirtualMicrophone.hear(clip)
            let reply = try await program.event("reply", after: index)
            let isRight = reply.map { Self.matches($0.object, command) } ?? false
            right += isRight ? 1 : 0
            let heard = program.allEvents().dropFirst(index).first { $0["event"]?.asText == "transcript" }
            index = try #require(
                try await program.phase("listening", after: reply?.index ?? index), "it listens again: \(command.text)")
            let isComplete = try Containment.holds(
                clip: clip, utterance: try await program.utterance(number + 1))
            #expect(isComplete, "nothing is cut from \"\(command.text)\" by \(command.voice)")
            table.append(
                [
                    isRight ? "yes" : "NO", command.skill, reply?.object["skill"]?.asText ?? "-",
                    isComplete ? "whole" : "CUT", "\(command.voice)",
                    "\(command.text) -> \(heard?["text"]?.asText ?? "")",
                ].joined(separator: " | "))
        }
        print(table.joined(separator: "\n"))
        #expect(right * 100 >= Self.commands.count * 95, "\(right) of \(Self.commands.count) commands were right")
        try await program.close()
    }

    private static func matches(_ reply: JSONObject, _ command: Command) -> Bool {
        reply["skill"]?.asText == command.skill
            && command.values.allSatisfy { reply["value.\($0.key)"]?.asText == $0.value }
    }

    @Test(.timeLimit(.minutes(8))) func proseTriggersNoSkill() async throws {
        let program = try JarvisProgram()
        _ = try await program.run("config", "set", "voice.speed", "2")
        try program.open()
        var index = try #require(try await program.phase("listening"))
        for (number, clip) in try await Prose.clips(in: program.home.path).enumerated() {
            try await VirtualMicrophone.hear(clip)
            // Long prose is several utterances; each of them ends in listening again.
            let quiet = try await program.event("state", after: index, within: .seconds(30)) {
                $0["phase"]?.asText == "recording"
            }
            #expect(quiet != nil, "the prose was heard: \(clip)")
            var last = quiet?.index ?? index
            var isListening = false
            // A busy machine may be long in finding out what was said; only listening counts as quiet.
            while let next = try await program.event("state", after: last, within: .seconds(isListening ? 4 : 30)) {
                last = next.index
                isListening = next.object["phase"]?.asText == "listening"
            }
            for event in program.allEvents().dropFirst(index) where event["event"]?.asText == "reply" {
                let skill = event["skill"]?.asText ?? ""
                #expect(skill.isEmpty, "clip \(number) (\(clip)) triggered \(skill)")
            }
            index = last
        }
        try await program.close()
    }
}
