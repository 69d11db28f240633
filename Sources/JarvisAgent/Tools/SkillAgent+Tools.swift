// SPDX-License-Identifier: GPL-3.0-or-later
// The skills as tools of a language model.

package import JarvisCore
import JarvisUnderstanding
import Synchronization

extension SkillAgent {
    /// What only makes sense between two people, or is for the skills themselves.
    private static let notTools: Set = [
        "goodbye", "language-model-choice", "small-talk", "repeat", "undo", "help", StopSkill.id,
    ]

    /// Everything that can be asked for by name and values.
    package var tools: [SkillTool] { indexedTools.map(\.tool) }

    private var indexedTools: [IndexedTool] {
        toolIndex.withLock { index in
            if let index { return index }
            let made = madeTools().map { IndexedTool(tool: $0, words: Set($0.words.map(SharedWords.stem))) }
            index = made
            return made
        }
    }

    private func madeTools() -> [SkillTool] {
        var order: [String] = []
        var patterns: [String: [PatternElement]] = [:]
        var skills: [String: SkillCatalogue.Entry] = [:]
        for entry in catalogue.entries {
            guard let name = entry.name, !Self.notTools.contains(entry.skill.id),
                Agency.ruling(on: entry.deed, by: .model) != .never
            else { continue }
            if patterns[name] == nil { order.append(name) }
            patterns[name, default: []].append(entry.pattern.root)
            skills[name] = entry
        }
        return order.compactMap { name in
            guard let entry = skills[name] else { return nil }
            return SkillTool(name: name, of: entry.skill, deed: entry.deed, patterns: patterns[name] ?? [])
        }
    }

    /// What a request comes to that was made for a tool; nil where it says anything else, or more than that.
    package func deed(of sentence: String, for tool: SkillTool) async -> ToolDeed? {
        let (reader, applications) = (await understanding.loaded(), await applications.current())
        let utterance = Utterance(sentence, dates: DateOrder(services.region))
        guard !StopPhrases.isStopPhrase(sentence),
            case .certain(let reading) = reader.read(utterance, applications: applications),
            reading.intent == tool.name,
            SeveralRequests.read(utterance, whole: .certain(reading), reader, applications) == nil
        else { return nil }
        return ToolDeed(reading: reading)
    }

    /// Does this and nothing else, whatever was said before: no question is answered by it. What the model may not do by itself
    /// is asked of the user.
    package func perform(
        _ deed: ToolDeed, for asker: Asker, _ request: AgentRequest
    ) -> AsyncThrowingStream<AgentUpdate, any Error> {
        stream { [self] in
            var turn = await begin(request)
            turn.asker = asker
            return try await tellingDamage(try await perform(deed.reading, turn), request)
        }
    }

    /// The skills whose answers may hold text of others.
    package var quotingSkills: Set<String> { Set(catalogue.skills.filter(\.quotesOthers).map(\.id)) }

    /// The tools that have words in common with a request, the nearest first: too many of them confuse small models. Words such
    /// as "the" don't count, and what takes something away is there only where the request speaks of that.
    /// - Parameter isRemote: For a model on another computer: what is personal only where the request is about it.
    package func tools(for text: String, limit: Int, isRemote: Bool = false) -> [SkillTool] {
        let lexicon = understanding.current().pack.lexicon
        let words = Utterance(text).words
        let mayRemove = lexicon.mentionsRemoval(words)
        let meant = isRemote ? reading(of: text).skill : nil
        let all = indexedTools.filter { entry in
            (!isRemote || !entry.tool.isPersonal || entry.tool.skill == meant)
                && (mayRemove || entry.tool.deed != .removes)
        }
        let wanted = Set(words.filter { !lexicon.isLight($0) }.map(SharedWords.stem))
        return SharedWords.ranked(all.map(\.words), for: wanted, limit: limit).map { all[$0.place].tool }
    }
}

/// A tool with the words that requests are compared with.
struct IndexedTool: Sendable {
    var tool: SkillTool
    var words: Set<String>
}

/// What a call of a tool comes to, before it is done.
package struct ToolDeed: Sendable {
    let reading: Reading

    package var kind: DeedKind { reading.deed }
    /// What it tells may have been written by others.
    package var quotesOthers: Bool {
        reading.skill.quotesOthers || reading.skill.readsKeptTexts && reading.deed.isHarmless
    }
}
