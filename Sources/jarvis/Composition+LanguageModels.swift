// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers: the skills, then tools that are named, then a language model where one is chosen, then the honest answer
// that there is none.

import JarvisAgent
import JarvisAssistant
import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

extension Composition {
    /// Which language model is asked what no skill can answer.
    enum ModelChoice {
        /// The one that the user has chosen, at the moment of the question.
        case inUse
        case server(LanguageModelServer)
        case none

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    static let modelHint = "A language model could answer that; \"jarvis servers add\" sets one up."

    func makeLanguageModels() -> LanguageModels {
        LanguageModels(
            servers: JSONLanguageModelServers(
                path: directories.configuration + "/language-models.json", report: tellNotice), keys: keys,
            network: NetworkOnDemand(traffic: traffic))
    }

    /// - Parameters:
    ///   - reader: For whom failures of the model are put into words.
    ///   - skills: Those of the conversation unless others are given.
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
            // A file that cannot be read says so when a model is asked.
            let list = choice.isNone ? nil : try? await models.servers.list()
            return list?.servers.isEmpty == true ? Self.modelHint : nil
        }
        let hasModel: @Sendable () async -> Bool = { (try? await source()) != nil }
        return AgentChain([
            SureSkills(theSkills, hasBetter: hasModel), ToolServerAgent(tools, after: theSkills, hasModel: hasModel),
            model,
            fallback,
        ])
    }

    /// Has the chosen model loaded before it is asked, and again whenever another one is chosen.
    func warmUpModel() -> AssistantSession.Work {
        { [models = languageModels] _ in
            let changes = models.servers.changes()
            var warm: LanguageModelServer?
            // Loading takes long: another choice does not wait for it.
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

/// The language models by name, for the skill that chooses one.
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
    /// The other computer that reads what is asked, now and whenever another model is chosen; empty for none.
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
