// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in skills as a language model uses them: a call becomes a request in words, which the skills answer as they
// would answer the user. What they ask before they do it is asked of the user, never of the model.

import JarvisAgent
import JarvisCore
import JarvisPlatform

/// What came of a call.
enum ToolOutcome: Equatable {
    /// Done; what the skill says, for the model. Text of others may try to give it orders.
    case done([String], DeedKind, quotesOthers: Bool)
    /// Not done, with the reason for the model.
    case refused(String)
    /// For the user: the skill asks something before it does anything. Ends the turn.
    case question([String], ReplySummary)
}

/// What a model is told that it may call.
struct OfferedTools: Sendable {
    var skills: [SkillTool] = []
    var foreign: [ForeignTool] = []

    var isEmpty: Bool { skills.isEmpty && foreign.isEmpty }

    var chatTools: [ChatTool] {
        skills.map(SkillTools.chatTool)
            + foreign.map { ChatTool(name: $0.name, summary: $0.summary, parameters: $0.parameters) }
    }
}

/// Gives a model the skills that a request may be about, and tools of others beside them.
struct SkillTools: Sendable {
    let skills: SkillAgent
    let others: (any ForeignTools)?

    /// Of all tools together: small models are confused by more.
    private static let most = 12
    /// A longer result is cut, bytes of text.
    private static let longestResult = 16_384

    /// - Parameter isRemote: The model is on another computer.
    func offered(for request: AgentRequest, isRemote: Bool) async -> OfferedTools {
        let own = skills.tools(for: request.text, limit: Self.most, isRemote: isRemote)
        guard let others else { return OfferedTools(skills: own) }
        let taken = Set(skills.tools.map(Self.name))
        let foreign = await others.offered(for: request, limit: Self.most, taken: taken)
        // Half of them each, where both have as many.
        let count = min(foreign.count, max(Self.most / 2, Self.most - own.count))
        return OfferedTools(skills: Array(own.prefix(Self.most - count)), foreign: Array(foreign.prefix(count)))
    }

    /// True when a message holds the answer of a skill that may quote others, or tells of a call that a server may have
    /// answered: what was said with its result can repeat it, and the history outlives what this program remembers.
    func holdsOthers(_ context: [Message]) -> Bool {
        let quoting = skills.quotingSkills.union(others.map { [$0.skill] } ?? [])
        return context.contains { message in
            switch message.kind {
            case .assistant: message.skill.map(quoting.contains) ?? false
            case .action: message.action?.ground != nil
            default: false
            }
        }
    }

    /// The intent's name in the letters that servers take.
    static func name(of tool: SkillTool) -> String {
        String(tool.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }.prefix(64))
    }

    static func chatTool(_ tool: SkillTool) -> ChatTool {
        let properties = tool.slots.map { slot in
            JSONObject.Member(
                key: slot.name, value: .object(["type": .text("string"), "description": .text(words(for: slot.type))]))
        }
        let parameters: JSONObject = [
            "type": .text("object"), "properties": .object(JSONObject(members: properties)),
            "required": .array(tool.slots.filter(\.isRequired).map { .text($0.name) }),
        ]
        return ChatTool(
            name: name(of: tool), summary: "\(tool.summary) This one: \"\(tool.example)\".", parameters: parameters)
    }

    private static func words(for type: SlotType) -> String {
        switch type {
        case .number: "a number, such as \"7\""
        case .duration: "a length of time in words, such as \"ten minutes\""
        case .time: "a time of day, such as \"7:30 pm\""
        case .unit: "a unit, such as \"miles\""
        case .expression: "a calculation in words or signs, such as \"12 * 4\""
        case .application: "the name of an application"
        case .website: "the name of a website"
        case .voice: "a kind of voice, such as \"british\""
        case .day: "a day, such as \"tomorrow\" or \"friday\""
        case .schedule: "when it comes again, such as \"every weekday at seven\""
        case .text: "words of the user's"
        }
    }

    /// Does what a model has asked for.
    /// - Parameters:
    ///   - offered: The tools that it was told of; it has no others.
    ///   - asker: What is known of the model: one that has read text of others may ask for more, and change nothing.
    ///   - report: Gets what the user must be asked meanwhile.
    func use(
        _ call: ChatToolCall, _ values: JSONObject, among offered: [SkillTool], in request: AgentRequest,
        by asker: Asker, _ report: @Sendable (AgentUpdate) -> Void
    ) async throws -> ToolOutcome {
        guard let tool = offered.first(where: { Self.name(of: $0) == call.name }) else {
            return .refused("There is no tool \"\(call.name)\".")
        }
        var texts: [String: String] = [:]
        for member in values.members where member.value != .null {
            texts[member.key] = member.value.asText ?? member.value.line
        }
        guard let sentence = tool.sentence(texts) else {
            let all = tool.slots.filter { texts[$0.name] == nil }
            let required = all.filter(\.isRequired)
            let missing = (required.isEmpty ? all : required).map(\.name).joined(separator: ", ")
            return .refused("Not done. \(required.isEmpty ? "One of these values" : "This") is missing: \(missing).")
        }
        guard let deed = await skills.deed(of: sentence, for: tool) else {
            return .refused("Not done: \"\(sentence)\" was not understood.")
        }
        guard Agency.ruling(on: deed.kind, by: asker) != .never else {
            return .refused(
                asker == .modelThatRead
                    ? "Not done: nothing is changed after text of others was read. Tell the user what they could ask for."
                    : "Not done: only the user can ask for that, in words of their own.")
        }
        // Composed here, it was neither heard nor overheard.
        let own = AgentRequest(
            turn: request.turn, text: sentence, source: request.source, context: request.context,
            settlement: request.settlement, consents: request.consents)
        var clauses: [String] = []
        do {
            for try await update in skills.perform(deed, for: asker, own) {
                switch update {
                case .clause(let clause): clauses.append(clause)
                case .finished(let summary) where summary.followUp == .dictation: return .question(clauses, summary)
                case .finished: return .done(clauses, deed.kind, quotesOthers: deed.quotesOthers)
                case .notMine, .notAddressed: return .refused("Not done: \"\(sentence)\" was not understood.")
                case .consentNeeded: report(update)
                case .progress, .tool: break
                }
            }
        } catch let failure as AgentFailure {
            return .refused("Not done. " + failure.explained(to: .window).text)
        }
        try Task.checkCancellation()
        return .done(clauses, deed.kind, quotesOthers: deed.quotesOthers)
    }

    /// What a skill says as the result of a call.
    static func result(_ clauses: [String], of kind: DeedKind) -> String {
        var text = clauses.isEmpty ? "Done." : clauses.joined(separator: " ")
        if text.utf8.count > longestResult {
            text = text.beginning(ofBytes: longestResult) + "…"
        }
        return kind.isHarmless ? text : text + " (The user has been told this. Don't say it again.)"
    }
}
