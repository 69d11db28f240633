// SPDX-License-Identifier: GPL-3.0-or-later
// The whole chain with a real tool server process, and a user who answers consent questions.

@testable import JarvisAgent
import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import JarvisToolServers
import Synchronization
import Testing

/// The result of a request.
struct ToolAnswer {
    var clauses: [String] = []
    var summary = ReplySummary(skill: "none")
    var consents: [ConsentRequest] = []
    /// The last report of each call.
    var calls: [ToolCall] = []
    var hasProgressed = false

    var text: String { clauses.joined(separator: " ") }
}

final class ToolAgentRig: Sendable {
    let folder: TemporaryFolder
    let rig = AgentRig()
    let servers: ToolServers
    let model: ScriptedModel
    let log = FakeEventLog()
    let chain: AgentChain

    private static let script =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    /// - Parameter model: the model in use, or nil for none.
    init(
        _ model: ScriptedModel? = nil, names: [String] = ["files"], address: String = "http://localhost:1",
        options: [String] = ["--more"],
        limits change: (inout ToolServerLimits) -> Void = { _ in }
    ) async throws {
        folder = try TemporaryFolder()
        var limits = ToolServerLimits()
        change(&limits)
        let secrets = FakeSecrets()
        servers = ToolServers(
            directories: BaseDirectories(
                data: folder.path + "/data", configuration: folder.path + "/config", cache: folder.path + "/cache"),
            secrets: secrets, keys: KeyRing(secrets), limits: limits)
        let marker = folder.path + "/marks"
        try await servers.store.update { list in
            for name in names {
                list.put(
                    ToolServer(
                        name: name,
                        way: .command("python3", arguments: [Self.script, "--marker", marker] + options)))
            }
        }
        self.model = model ?? ScriptedModel([])
        let server = LanguageModelServer(name: "local", kind: .openAI, address: address)
        let source: LanguageModelAgent.Source = { [model] in model.map { (server, $0) } }
        let tools = ServerTools(servers, patience: .seconds(30), reader: .window, log: log)
        let hasModel = model != nil
        let clock = rig.clock
        chain = AgentChain([
            SureSkills(rig.agent) { hasModel }, ToolServerAgent(tools, after: rig.agent) { hasModel },
            LanguageModelAgent(
                skills: rig.agent, others: tools,
                circumstances: { ModelCircumstances(userName: "Ada", language: "en", clock: clock) }, reader: .window,
                source: source),
            FallbackAgent(skills: rig.agent),
        ])
    }

    /// The calls that have reached a server, as JSON.
    var called: [String] {
        (WholeFile.text(folder.path + "/marks") ?? "").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("[") }
    }

    /// Always allows these tools of the server "files", as they are described now.
    func allow(reading: Bool = false, _ tools: String...) async throws {
        let known = try await servers.session(of: try #require(try await servers.store.list()["files"])).tools()
        try await servers.store.update { list in
            guard var server = list["files"] else { return }
            server.consent.allowsReading = reading
            for tool in known where tools.contains(tool.name) { server.consent.allow(tool) }
            list.put(server)
        }
    }

    /// - Parameters:
    ///   - answers: the user's answers to the consent questions, in order; further questions are denied.
    ///   - whileAsked: runs while a question is open.
    func ask(
        _ text: String, answering answers: [ConsentAnswer] = [], isFollowUp: Bool = false, context: [Message] = [],
        talkFilter: TalkFilter = .off, confidence: Double? = nil,
        whileAsked: () async throws -> Void = {}
    ) async throws -> ToolAnswer {
        let request = AgentRequest(
            turn: TurnID(rawValue: 7), text: text, source: talkFilter == .off && confidence == nil ? .typed : .voice,
            confidence: confidence, context: context,
            isFollowUp: isFollowUp, talkFilter: talkFilter)
        var (answer, rest) = (ToolAnswer(), answers[...])
        for try await update in chain.respond(to: request) {
            switch update {
            case .clause(let clause): answer.clauses.append(clause)
            case .finished(let summary): answer.summary = summary
            case .consentNeeded(let consent):
                answer.consents.append(consent)
                try await whileAsked()
                request.consents.answer(consent.id, rest.popFirst() ?? .denied)
            case .tool(let call):
                answer.calls.removeAll { $0.id == call.id }
                answer.calls.append(call)
            case .progress: answer.hasProgressed = true
            case .notMine, .notAddressed: answer.summary.skill = "nobody"
            }
        }
        return answer
    }

    func close() async { await servers.close() }
}
