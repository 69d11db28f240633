// SPDX-License-Identifier: GPL-3.0-or-later
// A scripted model behind skills on fakes.

@testable import JarvisAgent
import JarvisCore
import JarvisLanguageModels
import Synchronization

/// Answers each question with its next script, and records the requests.
final class ScriptedModel: LanguageModel {
    enum Step: Sendable {
        case update(ChatUpdate)
        case failure(LanguageModelFailure.Kind)
        /// Waits until the question is cancelled.
        case wait
    }

    let name = "local"
    private let scripts: Mutex<[[Step]]>
    private let asked = Mutex<[ChatRequest]>([])
    private let ended = Mutex(0)

    init(_ scripts: [[Step]]) {
        self.scripts = Mutex(scripts)
    }

    /// Each argument holds the pieces of one answer.
    convenience init(saying texts: [String]...) {
        self.init(texts.map { $0.map { .update(.text($0)) } + [.update(.finished(.complete))] })
    }

    var requests: [ChatRequest] { asked.withLock { $0 } }
    /// How many answers have been cancelled.
    var endCount: Int { ended.withLock { $0 } }

    func answer(_ request: ChatRequest) -> AsyncThrowingStream<ChatUpdate, any Error> {
        asked.withLock { $0.append(request) }
        let script = scripts.withLock { $0.isEmpty ? [] : $0.removeFirst() }
        return AsyncThrowingStream { continuation in
            continuation.onTermination = { [weak self] reason in
                if case .cancelled = reason { self?.ended.withLock { $0 += 1 } }
            }
            for step in script {
                switch step {
                case .update(let update): continuation.yield(update)
                case .failure(let kind):
                    return continuation.finish(throwing: LanguageModelFailure(model: "local", kind: kind))
                case .wait: return
                }
            }
            continuation.finish()
        }
    }

    func models() async throws -> [String] { [] }
    func warmUp() async {}

    /// A tool call that ends the answer.
    static func call(_ name: String, _ arguments: String) -> [Step] {
        [
            .update(.toolCalls([ChatToolCall(id: "c1", name: name, arguments: arguments)])),
            .update(.finished(.toolCalls)),
        ]
    }
}

/// The whole chain, as in the program.
struct ModelAgentRig {
    let rig: AgentRig
    let model: ScriptedModel
    let chain: AgentChain

    /// - Parameter isChosen: true if a model is in use.
    init(
        _ model: ScriptedModel, prompt: String = "", isChosen: Bool = true, address: String = "http://localhost:1",
        rig: AgentRig = AgentRig(), others: (any ForeignTools)? = nil
    ) {
        self.rig = rig
        self.model = model
        let server = LanguageModelServer(name: "local", kind: .openAI, address: address, prompt: prompt)
        let source: LanguageModelAgent.Source = { isChosen ? (server, model) : nil }
        let clock = rig.clock
        let agent = LanguageModelAgent(
            skills: rig.agent, others: others,
            circumstances: { ModelCircumstances(userName: "Ada", language: "en", clock: clock) },
            reader: .window, source: source)
        chain = AgentChain([
            SureSkills(rig.agent) { isChosen }, agent, FallbackAgent(skills: rig.agent) { "Set up a model." },
        ])
    }

    func ask(
        _ text: String, source: MessageSource = .typed, confidence: Double? = nil, isFollowUp: Bool = false,
        context: [Message] = []
    ) async throws -> Answer {
        try await AgentRig.collect(
            chain.respond(
                to: AgentRequest(
                    turn: TurnID(rawValue: 7), text: text, source: source, confidence: confidence, context: context,
                    isFollowUp: isFollowUp)))
    }
}
