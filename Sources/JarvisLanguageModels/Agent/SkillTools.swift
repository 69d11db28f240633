// SPDX-License-Identifier: GPL-3.0-or-later
// Offers the built-in skills to a language model: a call becomes a request in words, which the skills answer as if
// the user had asked. Questions before an action go to the user, never to the model.

import JarvisAgent
import JarvisCore
import JarvisPlatform

/// The outcome of a call.
enum ToolOutcome: Equatable {
    /// Done; with the skill's answer for the model. Text from others may try to give the model orders.
    case done([String], DeedKind, quotesOthers: Bool)
    /// Not done; with the reason, for the model.
    case refused(String)
    /// The skill has to ask the user before it does anything, which ends the turn.
    case question([String], ReplySummary)
}

/// The tools offered to a model.
struct OfferedTools: Sendable {
    var skills: [SkillTool] = []
    var foreign: [ForeignTool] = []

    var isEmpty: Bool { skills.isEmpty && foreign.isEmpty }

    var chatTools: [ChatTool] {
        skills.map(SkillTools.chatTool)
            + foreign.map { ChatTool(name: $0.name, summary: $0.summary, parameters: $0.parameters) }
    }
}

/// Offers a model the skills that may fit a request, and tools from elsewhere.
struct SkillTools: Sendable {
    let skills: SkillAgent
    let others: (any ForeignTools)?

    /// The limit on all tools together: longer lists confuse small models.
    private static let most = 12
    /// The longest result in UTF-8 bytes; longer ones are cut.
    private static let longestResult = 16_384

    /// - Parameter isRemote: True if the model runs on another computer.
    func offered(for request: AgentRequest, isRemote: Bool) async -> OfferedTools {
        let own = skills.tools(for: request.text, limit: Self.most, isRemote: isRemote)
        guard let others else { return OfferedTools(skills: own) }
        let taken = Set(skills.tools.map(Self.name))
        let foreign = await others.offered(for: request, limit: Self.most, taken: taken)
        // Share the places equally if both kinds have more tools than fit.
        let count = min(foreign.count, max(Self.most / 2, Self.most - own.count))
        return OfferedTools(skills: Array(own.prefix(Self.most - count)), foreign: Array(foreign.prefix(count)))
    }

    /// True if a message contains the answer of a skill that may quote others, or reports a tool call that a server may
    /// have answered. Later replies can repeat such text. Works on the history, because it outlives this program's own
    /// memory of what a model has read.
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

    /// The tool's name for the model: that of the intent, restricted to the characters that servers accept.
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
        case .setting, .settingWish: "the name of a setting"
        case .text: "words of the user's"
        }
    }

    /// Carries out a model's call.
    /// - Parameters:
    ///   - offered: The tools that were offered; no others can be called.
    ///   - asker: How far the model is trusted: one that has read text from others may read more, but change nothing.
    ///   - report: Receives the skill's questions to the user.
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
        // A request that the model has composed was neither heard nor overheard.
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

    /// A skill's answer in the form of a call's result.
    static func result(_ clauses: [String], of kind: DeedKind) -> String {
        var text = clauses.isEmpty ? "Done." : clauses.joined(separator: " ")
        if text.utf8.count > longestResult {
            text = text.beginning(ofBytes: longestResult) + "…"
        }
        return kind.isHarmless ? text : text + " (The user has been told this. Don't say it again.)"
    }
}
