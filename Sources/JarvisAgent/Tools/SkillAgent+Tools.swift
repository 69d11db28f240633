// SPDX-License-Identifier: GPL-3.0-or-later
// Offers the skills as tools to a language model.

package import JarvisCore
import JarvisUnderstanding
import Synchronization

extension SkillAgent {
    /// Skills that only make sense in conversation, or that serve the skills themselves.
    private static let notTools: Set = [
        "goodbye", "language-model-choice", "small-talk", "repeat", "undo", "help", StopSkill.id,
    ]

    /// All intents that a model can call by name with values.
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

    /// Interprets the request that a tool call produced; nil if it means anything other than this tool, or more than
    /// that.
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

    /// Performs the action and nothing else, independent of the conversation: it answers no open question. Asks the
    /// user about an action that the model may not cause by itself.
    package func perform(
        _ deed: ToolDeed, for asker: Asker, _ request: AgentRequest
    ) -> AsyncThrowingStream<AgentUpdate, any Error> {
        stream { [self] in
            var turn = await begin(request)
            turn.asker = asker
            return try await tellingDamage(try await perform(deed.reading, turn), request)
        }
    }

    /// The skills whose answers may quote text by others.
    package var quotingSkills: Set<String> { Set(catalogue.skills.filter(\.quotesOthers).map(\.id)) }

    /// The tools that share words with a request, the nearest first: too many confuse small models. Words such as "the"
    /// don't count, and a tool that removes something is offered only if the request mentions a removal.
    /// - Parameter isRemote: True for a model on another computer. It gets personal tools only if the request is about
    ///   them.
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

/// A tool with the words to compare with requests.
struct IndexedTool: Sendable {
    var tool: SkillTool
    var words: Set<String>
}

/// The action that a tool call asks for, before it is performed.
package struct ToolDeed: Sendable {
    let reading: Reading

    package var kind: DeedKind { reading.deed }
    /// True if the result may contain text by others.
    package var quotesOthers: Bool {
        reading.skill.quotesOthers || reading.skill.readsKeptTexts && reading.deed.isHarmless
    }
}
