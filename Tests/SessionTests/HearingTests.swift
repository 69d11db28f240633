// SPDX-License-Identifier: GPL-3.0-or-later
// Hands-free commands by synthetic voices reach the right skill with the right values, and nothing is cut off.

import JarvisConversationTesting
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import Testing

struct HearingTests {
    struct Command: Sendable {
        var text: String
        var voice: SpeakingVoice
        var skill: String
        /// Values the skill must understand.
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
            // Long enough not to ring before it is cancelled, whatever length is heard.
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

    @Test(.timeLimit(.minutes(8)), arguments: Transport.all)
    func commandsSpokenHandsFreeReachTheRightSkillUncut(on transport: Transport) async throws {
        let stage = try await transport.stage([("voice.speed", "2")], hearing: .sound)
        var index = try await stage.begin()
        index = try #require(try await stage.phase("listening"), "it listens by itself")
        var right = 0
        var table = ["understood | expected skill | got | complete | voice | said"]
        for (number, command) in Self.commands.enumerated() {
            let clip = "\(stage.home)/clip-\(number).wav"
            try await command.voice.speak(command.text, into: clip)
            try await stage.hear(file: clip)
            let reply = try #require(
                try await stage.event("reply", or: "notAddressed", after: index) { _ in true }, "\(command.text)")
            let isRight = Self.matches(reply.object, command)
            right += isRight ? 1 : 0
            let heard = stage.allEvents().dropFirst(index).first { $0["event"]?.asText == "transcript" }
            index = try #require(
                try await stage.hear(until: "listening", after: reply.index), "it listens again: \(command.text)")
            let isComplete = try Containment.holds(clip: clip, in: await stage.utterance(number + 1))
            #expect(isComplete, "nothing is cut from \"\(command.text)\" by \(command.voice)")
            table.append(
                [
                    isRight ? "yes" : "NO", command.skill, reply.object["skill"]?.asText ?? "-",
                    isComplete ? "whole" : "CUT", "\(command.voice)",
                    "\(command.text) -> \(heard?["text"]?.asText ?? "")",
                ].joined(separator: " | "))
        }
        print(table.joined(separator: "\n"))
        #expect(right * 100 >= Self.commands.count * 95, "\(right) of \(Self.commands.count) commands were right")
        try await stage.close()
    }

    private static func matches(_ reply: JSONObject, _ command: Command) -> Bool {
        reply["skill"]?.asText == command.skill
            && command.values.allSatisfy { reply["value.\($0.key)"]?.asText == $0.value }
    }

    @Test(.timeLimit(.minutes(8)), arguments: Transport.all)
    func proseTriggersNoSkill(on transport: Transport) async throws {
        let stage = try await transport.stage([("voice.speed", "2")], hearing: .sound)
        _ = try await stage.begin()
        for clip in try await Prose.clips(in: stage.home) {
            let index = stage.allEvents().count
            try await stage.hear(file: clip)
            #expect(try await stage.phase("recording", after: index) != nil, "the prose was heard: \(clip)")
            // Long prose becomes several utterances; after each of them, JARVIS listens again.
            var events = stage.allEvents()
            while events.last(where: { $0["event"]?.asText == "state" })?["phase"]?.asText != "listening" {
                _ = try await stage.hear("state", after: events.count)
                events = stage.allEvents()
            }
            for event in stage.allEvents().dropFirst(index) where event["event"]?.asText == "reply" {
                let skill = event["skill"]?.asText ?? ""
                #expect(skill.isEmpty, "\(clip) triggered \(skill)")
            }
        }
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        try await stage.close()
    }
}
