// SPDX-License-Identifier: GPL-3.0-or-later
// The user's language models and tool servers as the window shows and changes them, however they are stored.

public import JarvisCore

/// All connections, in the order in which they were added.
public struct Connections: Hashable, Sendable {
    public var models: [ModelConnection]
    public var tools: [ToolConnection]

    public init(models: [ModelConnection] = [], tools: [ToolConnection] = []) {
        self.models = models
        self.tools = tools
    }
}

/// A language model server.
public struct ModelConnection: Hashable, Sendable {
    /// The API that the server speaks.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case openAI = "openai"
        case ollama
    }

    /// The user's name for the server.
    public var name: String
    public var kind: Kind
    public var address: String
    /// Empty for the server's default model.
    public var model: String
    /// True for the model that answers questions.
    public var isUsed: Bool
    /// The remote host that receives the questions; nil if they stay on this computer.
    public var remoteHost: String?

    public init(
        name: String, kind: Kind, address: String, model: String = "", isUsed: Bool = false, remoteHost: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.address = address
        self.model = model
        self.isUsed = isUsed
        self.remoteHost = remoteHost
    }
}

/// A tool server.
public struct ToolConnection: Hashable, Sendable {
    public enum Way: Hashable, Sendable {
        /// A program to start, without a shell.
        case program(String, arguments: [String])
        case address(String)
    }

    /// The user's name for the server.
    public var name: String
    public var way: Way
    public var isEnabled: Bool
    /// Names of environment variables for the program; their values are in the keyring.
    public var variables: [String]
    /// Names of headers to send; their values are in the keyring.
    public var headers: [String]
    /// True if the server's read-only tools may run without asking.
    public var allowsReading: Bool
    /// Names of the other tools that may run without asking.
    public var allowedTools: [String]
    /// The remote host that receives the arguments of tool calls; nil if they stay on this computer.
    public var remoteHost: String?

    public init(
        name: String, way: Way, isEnabled: Bool = true, variables: [String] = [], headers: [String] = [],
        allowsReading: Bool = false, allowedTools: [String] = [], remoteHost: String? = nil
    ) {
        self.name = name
        self.way = way
        self.isEnabled = isEnabled
        self.variables = variables
        self.headers = headers
        self.allowsReading = allowsReading
        self.allowedTools = allowedTools
        self.remoteHost = remoteHost
    }
}

/// A tool that a server offers.
public struct OfferedTool: Hashable, Sendable {
    /// The tool's effect, as the server reports it.
    public enum Effect: Hashable, Sendable {
        case reads, writes, destroys
    }

    public var name: String
    /// The server's description of the tool.
    public var text: String
    public var effect: Effect

    public init(name: String, text: String, effect: Effect) {
        self.name = name
        self.text = text
        self.effect = effect
    }
}

/// The answer of a language model server.
public struct ModelAnswer: Hashable, Sendable {
    /// Names of the server's models; empty if it provides no list.
    public var models: [String]
    public var milliseconds: Double

    public init(models: [String], milliseconds: Double) {
        self.models = models
        self.milliseconds = milliseconds
    }
}

/// The answer of a tool server.
public struct ToolAnswer: Hashable, Sendable {
    /// The product name that the server reports; may be empty.
    public var product: String
    public var tools: [OfferedTool]
    public var milliseconds: Double

    public init(product: String, tools: [OfferedTool], milliseconds: Double) {
        self.product = product
        self.tools = tools
        self.milliseconds = milliseconds
    }
}

/// A new or changed connection, as the user has typed it.
public struct ConnectionDraft<Connection: Hashable & Sendable>: Hashable, Sendable {
    public var connection: Connection
    /// The name of the connection that this one replaces; nil to add a new one.
    public var former: String?
    /// A key to store for the address; nil keeps the current one, if any.
    public var key: String?
    /// New values of variables, by name. Variables without an entry keep their values.
    public var values: [String: String]

    public init(
        _ connection: Connection, replacing former: String? = nil, key: String? = nil, values: [String: String] = [:]
    ) {
        self.connection = connection
        self.former = former
        self.key = key
        self.values = values
    }
}

/// A connection that was removed and can be restored.
public struct RemovedConnection: Sendable {
    public var name: String
    public var restore: @Sendable () async throws -> Void

    public init(name: String, restore: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.restore = restore
    }
}

/// What was added of a pasted configuration.
public struct AddedTools: Sendable {
    /// The names of the added servers.
    public var names: [String]
    /// Why an entry was not added; the first one's reason if there are several, nil if all were added.
    public var refusal: (any ExplainedFailure)?

    public init(names: [String], refusal: (any ExplainedFailure)? = nil) {
        self.names = names
        self.refusal = refusal
    }
}

/// Lists, changes and queries servers. Errors are `ExplainedFailure` or `CancellationError`.
public protocol ConnectionsControl: Sendable {
    func list() async throws -> Connections
    /// Yields when the connections may have changed, including changes by another process.
    func changes() -> AsyncStream<Void>

    /// Adds or changes a language model server. The first one added is used at once.
    /// - Returns: the reason if the server will not receive its key.
    func keep(_ draft: ConnectionDraft<ModelConnection>) async throws -> (any ExplainedFailure)?
    /// Uses this model from now on; nil turns models off.
    func use(model name: String?) async throws
    /// Removes a language model server.
    /// - Returns: nil if it is already gone.
    func removeModel(_ name: String) async throws -> RemovedConnection?
    /// Asks a server, stored or not, which models it has.
    func ask(_ draft: ConnectionDraft<ModelConnection>) async throws -> ModelAnswer

    func keep(_ draft: ConnectionDraft<ToolConnection>) async throws -> (any ExplainedFailure)?
    /// Adds every usable server in a text such as {"mcpServers": {…}}.
    func add(pasted text: String) async throws -> AddedTools
    func setEnabled(_ isEnabled: Bool, tools name: String) async throws
    /// Removes a tool server, and its values from the keyring.
    /// - Returns: nil if it is already gone.
    func removeTools(_ name: String) async throws -> RemovedConnection?
    /// Starts or contacts a server, and asks which tools it offers.
    func ask(tools name: String) async throws -> ToolAnswer
    /// Takes back the permission for a tool to run without asking; if `tool` is nil, that for the read-only tools.
    func revoke(_ tool: String?, of name: String) async throws
    /// The last lines of a server's log, oldest first.
    func log(of name: String) async -> [String]
}

/// A stand-in for a window that manages no connections.
public struct NoConnections: ConnectionsControl {
    public init() {}

    public func list() async throws -> Connections { Connections() }
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    public func keep(_ draft: ConnectionDraft<ModelConnection>) async throws -> (any ExplainedFailure)? { nil }
    public func use(model name: String?) async throws {}
    public func removeModel(_ name: String) async throws -> RemovedConnection? { nil }
    public func ask(_ draft: ConnectionDraft<ModelConnection>) async throws -> ModelAnswer {
        ModelAnswer(models: [], milliseconds: 0)
    }
    public func keep(_ draft: ConnectionDraft<ToolConnection>) async throws -> (any ExplainedFailure)? { nil }
    public func add(pasted text: String) async throws -> AddedTools { AddedTools(names: []) }
    public func setEnabled(_ isEnabled: Bool, tools name: String) async throws {}
    public func removeTools(_ name: String) async throws -> RemovedConnection? { nil }
    public func ask(tools name: String) async throws -> ToolAnswer {
        ToolAnswer(product: "", tools: [], milliseconds: 0)
    }
    public func revoke(_ tool: String?, of name: String) async throws {}
    public func log(of name: String) async -> [String] { [] }
}
