// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the order of answering: first the skills, then tools named in the request, then a language model if one is
// chosen, and finally a reply that there is no answer.

import JarvisAgent
import JarvisAssistant
import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

extension Composition {
    /// Which language model answers questions beyond the skills.
    enum ModelChoice {
        /// The model that the user has chosen at the time of the question.
        case inUse
        case server(LanguageModelServer)
        case none

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    static let modelHint = "You can add a language model for that in Settings."

    func makeLanguageModels() -> LanguageModels {
        LanguageModels(
            servers: JSONLanguageModelServers(
                path: directories.configuration + "/language-models.json", report: tellNotice), keys: keys,
            network: NetworkOnDemand(traffic: traffic))
    }

    /// - Parameters:
    ///   - reader: The audience for the model's failure messages.
    ///   - skills: The skills to ask; nil for those of the conversation.
    func agent(asking choice: ModelChoice, for reader: FailureReader, skills: SkillAgent? = nil) -> AgentChain {
        let theSkills = skills ?? self.theSkills
        let models = languageModels
        let tools = serverTools(for: reader)
        let source: LanguageModelAgent.Source
        switch choice {
        case .inUse: source = { try await models.active() }
        case .server(let server): source = { (server, try models.model(of: server)) }
        case .none: source = { nil }
        }
        let model = LanguageModelAgent(
            skills: theSkills, others: tools,
            circumstances: { [settings, wallClock] in
                ModelCircumstances(
                    userName: settings.current.userName, language: Environment.language(), clock: wallClock)
            },
            reader: reader, source: source)
        let fallback = FallbackAgent(skills: theSkills) {
            // If the file can't be read, the failure is reported when a model is asked.
            let list = choice.isNone ? nil : try? await models.servers.list()
            return list?.servers.isEmpty == true ? Self.modelHint : nil
        }
        let hasModel: @Sendable () async -> Bool = { (try? await source()) != nil }
        return AgentChain([
            SureSkills(theSkills, hasModel: hasModel), ToolServerAgent(tools, after: theSkills, hasModel: hasModel),
            model,
            fallback,
        ])
    }

    /// Loads the chosen model ahead of time, and again whenever the user chooses another.
    func warmUpModel() -> AssistantSession.Work {
        { [models = languageModels] _ in
            let changes = models.servers.changes()
            var warm: LanguageModelServer?
            // Loading is slow, so a newer choice cancels it instead of waiting.
            var loading: Task<Void, Never>?
            defer { loading?.cancel() }
            func follow() async {
                let active = try? await models.active()
                guard active?.server != warm else { return }
                warm = active?.server
                loading?.cancel()
                loading = active.map { active in Task { await active.model.warmUp() } }
            }
            await follow()
            for await _ in changes { await follow() }
        }
    }
}

/// Finds the language models by name, for the skill that switches between them.
struct ServerChoice: ModelChoice {
    let servers: JSONLanguageModelServers

    func names() async throws -> ModelNames {
        let list = try await servers.list()
        return ModelNames(all: list.servers.map(\.name), used: list.active?.name)
    }

    func use(_ name: String?) async throws {
        try await servers.update { $0.activeName = name }
    }
}

extension LanguageModels {
    /// Yields the remote host that receives questions, now and whenever another model is chosen; empty for none.
    func remoteHosts() -> AsyncStream<[String]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let changes = servers.changes()
            let task = Task {
                func hosts() async -> [String] { [(try? await servers.list())?.active?.remoteHost].compactMap { $0 } }
                continuation.yield(await hosts())
                for await _ in changes { continuation.yield(await hosts()) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
