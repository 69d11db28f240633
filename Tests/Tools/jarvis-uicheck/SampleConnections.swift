// SPDX-License-Identifier: GPL-3.0-or-later
// In-memory language models and tool servers, which answer as the samples say.

import JarvisCore
import JarvisSettingsUI
import Synchronization

/// In-memory servers.
final class SampleConnections: ConnectionsControl {
    private struct State {
        var connections: Connections
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    /// The reason a server is refused.
    private struct Refusal: ExplainedFailure {
        var words: String
        func explained(to reader: FailureReader) -> FailureText { FailureText(words) }
    }

    private let state: Mutex<State>

    init(_ connections: Connections = SampleData.connections) {
        state = Mutex(State(connections: connections))
    }

    func list() async throws -> Connections { state.withLock { $0.connections } }

    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    private func change(_ body: (inout Connections) -> Void) {
        let listeners = state.withLock { state in
            body(&state.connections)
            return state.listeners
        }
        for listener in listeners { listener.yield() }
    }

    func keep(_ draft: ConnectionDraft<ModelConnection>) async throws -> (any ExplainedFailure)? {
        guard !draft.connection.name.isEmpty else { throw Refusal(words: "That name won't work.") }
        change { all in
            if let place = all.models.firstIndex(where: { $0.name == draft.former }) {
                all.models[place] = draft.connection
            } else {
                all.models.append(draft.connection)
            }
        }
        return nil
    }

    func use(model name: String?) async throws {
        change { all in for index in all.models.indices { all.models[index].isUsed = all.models[index].name == name } }
    }

    func removeModel(_ name: String) async throws -> RemovedConnection? {
        let former = state.withLock { $0.connections.models }
        change { $0.models.removeAll { $0.name == name } }
        return RemovedConnection(name: name) { [self] in change { $0.models = former } }
    }

    func ask(_ draft: ConnectionDraft<ModelConnection>) async throws -> ModelAnswer {
        guard draft.connection.address.contains("localhost") else {
            throw Refusal(words: "Nothing is listening at \(draft.connection.address). Start the server.")
        }
        return ModelAnswer(models: ["llama3.2", "qwen3"], milliseconds: 38)
    }

    func keep(_ draft: ConnectionDraft<ToolConnection>) async throws -> (any ExplainedFailure)? {
        change { all in
            if let place = all.tools.firstIndex(where: { $0.name == draft.former }) {
                all.tools[place] = draft.connection
            } else {
                all.tools.append(draft.connection)
            }
        }
        return nil
    }

    func add(pasted text: String) async throws -> AddedTools {
        guard text.contains("mcpServers") else { throw Refusal(words: "The configuration names no servers.") }
        change { $0.tools.append(ToolConnection(name: "pasted", way: .program("uvx", arguments: ["mcp-server-time"]))) }
        return AddedTools(names: ["pasted"])
    }

    func setEnabled(_ isEnabled: Bool, tools name: String) async throws { change(name) { $0.isEnabled = isEnabled } }

    func removeTools(_ name: String) async throws -> RemovedConnection? {
        let former = state.withLock { $0.connections.tools }
        change { $0.tools.removeAll { $0.name == name } }
        return RemovedConnection(name: name) { [self] in change { $0.tools = former } }
    }

    func ask(tools name: String) async throws -> ToolAnswer {
        ToolAnswer(
            product: "Files 1.2",
            tools: [
                OfferedTool(name: "read_file", text: "Reads a file.", effect: .reads),
                OfferedTool(name: "write_file", text: "Replaces a file with a text.", effect: .destroys),
            ], milliseconds: 180)
    }

    func revoke(_ tool: String?, of name: String) async throws {
        change(name) { server in
            if let tool { server.allowedTools.removeAll { $0 == tool } } else { server.allowsReading = false }
        }
    }

    func log(of name: String) async -> [String] { ["12:00 listening", "12:04 read /srv/notes/list.txt"] }

    private func change(_ name: String, _ body: (inout ToolConnection) -> Void) {
        change { all in for index in all.tools.indices where all.tools[index].name == name { body(&all.tools[index]) } }
    }
}

extension SampleData {
    static let connections = Connections(
        models: [
            ModelConnection(
                name: "local", kind: .ollama, address: "http://localhost:11434", model: "llama3.2", isUsed: true),
            ModelConnection(
                name: "big", kind: .openAI, address: "https://models.example.org/v1", model: "large",
                remoteHost: "models.example.org"),
        ],
        tools: [
            ToolConnection(
                name: "files", way: .program("uvx", arguments: ["mcp-server-filesystem", "/srv/notes"]),
                allowsReading: true, allowedTools: ["write_file"]),
            ToolConnection(
                name: "calendar", way: .address("https://tools.example.org/mcp"), isEnabled: false,
                remoteHost: "tools.example.org"),
        ])
}
