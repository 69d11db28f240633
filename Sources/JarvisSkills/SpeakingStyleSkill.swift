// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the voice slower or faster, higher or lower, louder or quieter.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct SpeakingStyleSkill: Skill {
    let help = CommandHelp(
        skill: "speaking-style", title: "Speaking style",
        summary: "Speaks slower, faster, higher, lower, louder or quieter.",
        examples: ["speak slower", "speak faster", "speak a little louder", "speak normally"],
        icon: "preferences-desktop-accessibility-symbolic")

    private static let bit = "[a bit|a little|much]"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .configures,
                [
                    "(speak|talk) \(Self.bit) (slower|more slowly)", "slow down [a bit|a little]",
                    "you (speak|talk) too fast",
                ],
                typed: ["slower"], named: "style.slower"
            ) { try await Self.change($0, .slower) },
            SkillIntent(
                .configures,
                [
                    "(speak|talk) \(Self.bit) (faster|more quickly)", "speed up [a bit|a little]",
                    "you (speak|talk) too slowly",
                ],
                typed: ["faster"], named: "style.faster"
            ) { try await Self.change($0, .faster) },
            SkillIntent(
                .configures,
                ["(speak|talk) \(Self.bit) higher", "(speak|talk) in a higher voice", "raise (your|the) pitch"],
                typed: ["higher"], named: "style.higher"
            ) { try await Self.change($0, .higher) },
            SkillIntent(
                .configures,
                [
                    "(speak|talk) \(Self.bit) (lower|deeper)", "(speak|talk) in a (lower|deeper) voice",
                    "lower (your|the) pitch",
                ],
                typed: ["(lower|deeper)"], named: "style.lower"
            ) { try await Self.change($0, .lower) },
            SkillIntent(
                .configures, ["(speak|talk) \(Self.bit) louder", "speak up", "i can't hear you", "raise your voice"],
                typed: ["louder"], named: "style.louder"
            ) { try await Self.change($0, .louder) },
            SkillIntent(
                .configures,
                ["(speak|talk) \(Self.bit) (quieter|softer|more quietly)", "you are too loud", "lower your voice"],
                typed: ["(quieter|softer)", "too loud"], named: "style.quieter"
            ) { try await Self.change($0, .quieter) },
            SkillIntent(
                .configures, ["(speak|talk) (normally|at normal speed)", "reset your voice"], named: "style.normal",
                answer: Self.reset),
        ]
    }

    /// A direction for one property of the voice, with its step and range.
    private struct Direction {
        let word: String
        let setting: String
        let path: any WritableKeyPath<Settings, Double> & Sendable
        let step: Double
        let range: ClosedRange<Double>
        /// The reply at the end of the range.
        let limit: String

        static let slower = Direction(
            word: "slower", setting: "speed", path: \.speed, step: -0.2, range: Prosody.speedRange,
            limit: "This is as slowly as I can speak.")
        static let faster = Direction(
            word: "faster", setting: "speed", path: \.speed, step: 0.2, range: Prosody.speedRange,
            limit: "This is as fast as I can speak.")
        static let higher = Direction(
            word: "higher", setting: "pitch", path: \.pitch, step: 2, range: Prosody.pitchRange,
            limit: "This is as high as my voice goes.")
        static let lower = Direction(
            word: "lower", setting: "pitch", path: \.pitch, step: -2, range: Prosody.pitchRange,
            limit: "This is as low as my voice goes.")
        static let louder = Direction(
            word: "louder", setting: "volume", path: \.volume, step: 0.2, range: audibleRange,
            limit: "This is as loud as I can speak. You can turn up the volume of the computer.")
        static let quieter = Direction(
            word: "quieter", setting: "volume", path: \.volume, step: -0.2, range: audibleRange,
            limit: "This is as quietly as I can speak.")

        /// Never silent: a request for a quieter voice must leave it audible.
        private static let audibleRange = 0.2...1.0
    }

    private static func change(_ invocation: SkillInvocation, _ direction: Direction) async throws -> SkillReply {
        let old = invocation.services.settings.current[keyPath: direction.path]
        let words = invocation.words
        let size = words.contains("bit") || words.contains("little") ? 0.5 : words.contains("much") ? 2 : 1
        let range = direction.range
        let wanted = ((old + direction.step * size) * 100).rounded() / 100
        let new = min(max(wanted, range.lowerBound), range.upperBound)
        let values = [direction.setting: SpokenFormat.canonical(new)]
        let moves = direction.step > 0 ? new > old : new < old
        guard moves else {
            return SkillReply(direction.limit, values: [direction.setting: SpokenFormat.canonical(old)])
        }
        let path = direction.path
        let remark = try await SettingsChange.apply(invocation) { $0[keyPath: path] = new }
        let isAtLimit = new == range.lowerBound || new == range.upperBound
        return SkillReply(
            "I'll speak \(direction.word) now.\(isAtLimit ? " \(direction.limit)" : "")\(remark)", values: values,
            undo: SettingsChange.undo(Self.asBefore) { $0[keyPath: path] = old })
    }

    private static let asBefore = "I'm back to how I spoke before."

    private static func reset(_ invocation: SkillInvocation) async throws -> SkillReply {
        let old = invocation.services.settings.current
        let remark = try await SettingsChange.apply(invocation) { settings in
            let normal = Settings()
            (settings.speed, settings.pitch, settings.volume) = (normal.speed, normal.pitch, normal.volume)
        }
        return SkillReply(
            "I'm speaking normally again.\(remark)", values: ["speed": "1", "pitch": "0", "volume": "1"],
            undo: SettingsChange.undo(asBefore) { settings in
                (settings.speed, settings.pitch, settings.volume) = (old.speed, old.pitch, old.volume)
            })
    }
}
