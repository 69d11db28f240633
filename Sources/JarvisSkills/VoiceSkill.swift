// SPDX-License-Identifier: GPL-3.0-or-later
// Changes JARVIS's voice, among those the synthesizer offers.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct VoiceSkill: Skill {
    /// Voice names come from their authors, not from JARVIS.
    let readsKeptTexts = true
    let help = CommandHelp(
        skill: "voice", title: "Voice", summary: "Changes my voice.",
        examples: ["change your voice", "use a female voice", "use a british voice", "what voices do you have"],
        icon: "audio-speakers-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .configures,
                [
                    "(use|try|switch to|change to|speak with|speak in) (a|an|the|your) {wish:voice} voice",
                    "(speak|talk|sound) like a {wish:voice}", "(speak|talk) with (a|an) {wish:voice} accent",
                    "(speak|talk) in (a|an) {wish:voice} accent",
                ], typed: ["{wish:voice} voice", "use [a] {first:voice} {wish:voice} voice"], named: "voice.use",
                answer: Self.use),
            SkillIntent(
                .configures,
                [
                    "change [(your|the)] voice", "use (another|a different) voice", "(switch|try another) voice",
                    "next voice",
                ], named: "voice.next", answer: Self.next),
            SkillIntent(
                .tells, ["(what|which) voices (do you have|are there|are installed)", "list [(your|the)] voices"],
                typed: ["voices"], named: "voice.list", answer: Self.list),
        ]
    }

    private static func use(_ invocation: SkillInvocation) async throws -> SkillReply {
        let wishes = ["first", "wish"].compactMap { name -> VoiceWish? in
            if case .voice(let wish) = invocation.slots[name] { wish } else { nil }
        }
        // Accents are named after places.
        let names = wishes.map { $0.languages.isEmpty ? $0.rawValue : $0.rawValue.capitalizedFirst }
            .joined(separator: " ")
        let article = names.hasPrefix("A") ? "an" : "a"
        let voices = try await english(invocation)
        let current = Voice.heard(invocation.services.settings.current.voice, of: voices)
        let choice = VoiceChoice(voices: voices, current: current)
        if choice.currentFits(wishes) {
            return SkillReply("I'm already using \(article) \(names) voice.", values: ["voice": current])
        }
        guard let voice = choice.best(for: wishes) else {
            return SkillReply(
                "I don't have any \(names) voices. Say \"what voices do you have\" for a list.",
                values: ["wish": wishes.map(\.rawValue).joined(separator: " ")])
        }
        return try await speak(with: voice, "I'm using \(article) \(names) voice now.", invocation)
    }

    private static func next(_ invocation: SkillInvocation) async throws -> SkillReply {
        let voices = try await english(invocation)
        let current = Voice.heard(invocation.services.settings.current.voice, of: voices)
        let place = voices.firstIndex { $0.id == current }
        let others = voices.filter { $0.id != current }
        guard !others.isEmpty else { return SkillReply("I don't have another voice.") }
        let next = place.map { voices[($0 + 1) % voices.count] } ?? others[0]
        return try await speak(with: next, "Now using \(next.name).", invocation)
    }

    private static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let voices = try await english(invocation)
        let names = voices.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard !names.isEmpty else { return SkillReply("No voices are installed.", values: ["count": "0"]) }
        let some = names.count > 6 ? ", for example" : ":"
        return SkillReply(
            "I have \(SpokenFormat.count(Int64(names.count), "voice"))\(some) "
                + "\(SpokenFormat.list(Array(names.prefix(6)))).",
            values: ["count": String(names.count)])
    }

    private static func speak(
        with voice: Voice, _ text: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let id = voice.id
        let old = invocation.services.settings.current.voice
        let remark = try await SettingsChange.apply(invocation) { $0.voice = id }
        return SkillReply(
            text + remark, values: ["voice": id],
            undo: SettingsChange.undo("I'm back to my old voice.") { $0.voice = old })
    }

    /// The voices that speak English, or all voices if none does.
    private static func english(_ invocation: SkillInvocation) async throws -> [Voice] {
        let all = try await invocation.services.synthesizer.voices()
        let english = all.filter { $0.languages.contains { $0.lowercased().hasPrefix("en") } }
        return english.isEmpty ? all : english
    }
}

/// Finds the voice a request means. Variants follow espeak-ng's names: "+f1" and so on are female, "+m1" male.
struct VoiceChoice {
    var voices: [Voice]
    /// The identifier of the voice in use.
    var current: String

    /// True if the current voice fulfils all wishes.
    func currentFits(_ wishes: [VoiceWish]) -> Bool {
        voices.contains { voice in voice.id == current && wishes.allSatisfy { fits(voice, $0) } }
    }

    /// The voice that fulfils every wish and is closest to the current one; `nil` if no voice does.
    func best(for wishes: [VoiceWish]) -> Voice? {
        guard !wishes.isEmpty else { return nil }
        let fitting = voices.filter { voice in wishes.allSatisfy { fits(voice, $0) } }
        let (base, variant) = parts(current)
        // Prefer the same base and variant, then the same base, then the same variant. No variant means a male voice.
        return fitting.first { parts($0.id) == (base, variant) && $0.id != current }
            ?? fitting.first { parts($0.id).base == base && $0.id != current }
            ?? fitting.first { parts($0.id).variant == variant && $0.id != current } ?? fitting.first
    }

    private func fits(_ voice: Voice, _ wish: VoiceWish) -> Bool {
        let name = voice.name.lowercased()
        let variant = parts(voice.id).variant
        let words = name.split { !$0.isLetter }
        switch wish {
        case .female: return variant.hasPrefix("f") || words.contains("female") || words.contains("woman")
        case .male: return !fits(voice, .female) && !variant.hasPrefix("whisper")
        case .whispering: return variant.hasPrefix("whisper") || name.contains("whisper")
        default:
            let tags = voice.languages.map { $0.lowercased() } + [parts(voice.id).base.lowercased()]
            return wish.languages.contains { tags.contains($0) } || name.contains(wish.rawValue)
        }
    }

    private func parts(_ id: String) -> (base: String, variant: String) {
        let parts = id.split(separator: "+", maxSplits: 1).map(String.init)
        return (parts.first ?? id, parts.count > 1 ? parts[1].lowercased() : "")
    }
}
