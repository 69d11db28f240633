// SPDX-License-Identifier: GPL-3.0-or-later
// The language models and tool servers of the user as the window shows and changes them, whatever keeps them.

public import JarvisCore

/// All that is set up, in the order in which it was added.
public struct Connections: Hashable, Sendable {
    public var models: [ModelConnection]
    public var tools: [ToolConnection]

    public init(models: [ModelConnection] = [], tools: [ToolConnection] = []) {
        self.models = models
        self.tools = tools
    }
}

/// A server with a language model.
public struct ModelConnection: Hashable, Sendable {
    /// The interface that it speaks.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case openAI = "openai"
        case ollama
    }

    /// What the user calls it.
    public var name: String
    public var kind: Kind
    public var address: String
    /// Empty for the server's own.
    public var model: String
    /// It is the one that is asked.
    public var isUsed: Bool
    /// The other computer that reads what is asked; nil while that stays on this one.
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

/// A server with tools.
public struct ToolConnection: Hashable, Sendable {
    public enum Way: Hashable, Sendable {
        /// A program that is started, without a shell.
        case program(String, arguments: [String])
        case address(String)
    }

    /// What the user calls it.
    public var name: String
    public var way: Way
    public var isEnabled: Bool
    /// Names of the variables that its program gets; their values are in the keyring.
    public var variables: [String]
    /// Names of the headers that are sent to it; their values are in the keyring.
    public var headers: [String]
    /// Its tools that only read may run unasked.
    public var allowsReading: Bool
    /// Names of the other tools that may run unasked.
    public var allowedTools: [String]
    /// The other computer that gets what its tools are called with.
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

/// A tool of a server.
public struct OfferedTool: Hashable, Sendable {
    /// What it does to the world, as its server says.
    public enum Effect: Hashable, Sendable {
        case reads, writes, destroys
    }

    public var name: String
    /// What it does, in the server's words.
    public var text: String
    public var effect: Effect

    public init(name: String, text: String, effect: Effect) {
        self.name = name
        self.text = text
        self.effect = effect
    }
}

/// What a server with a language model has answered.
public struct ModelAnswer: Hashable, Sendable {
    /// Names of its models; none where it keeps no list.
    public var models: [String]
    public var milliseconds: Double

    public init(models: [String], milliseconds: Double) {
        self.models = models
        self.milliseconds = milliseconds
    }
}

/// What a server with tools has answered.
public struct ToolAnswer: Hashable, Sendable {
    /// Who it says it is; may be empty.
    public var product: String
    public var tools: [OfferedTool]
    public var milliseconds: Double

    public init(product: String, tools: [OfferedTool], milliseconds: Double) {
        self.product = product
        self.tools = tools
        self.milliseconds = milliseconds
    }
}

/// A change of a server, as it was typed.
public struct ConnectionDraft<Connection: Hashable & Sendable>: Hashable, Sendable {
    public var connection: Connection
    /// The server whose place it takes; nil adds one.
    public var former: String?
    /// A key to be kept for its address; nil leaves the one that there may be.
    public var key: String?
    /// Values of variables, by name; what is not there keeps its value.
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

/// Something that was removed, and brings itself back.
public struct RemovedConnection: Sendable {
    public var name: String
    public var restore: @Sendable () async throws -> Void

    public init(name: String, restore: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.restore = restore
    }
}

/// Lists, changes and asks servers. What is thrown is an `ExplainedFailure`, or `CancellationError`.
public protocol ConnectionsControl: Sendable {
    func list() async throws -> Connections
    /// Yields when something may have changed, also by another process.
    func changes() -> AsyncStream<Void>

    /// Adds or changes a server. The first one is used at once.
    /// - Returns: why its key will not be sent to it, where that is so.
    func keep(_ draft: ConnectionDraft<ModelConnection>) async throws -> (any ExplainedFailure)?
    /// Asks this one from now on; nil: none.
    func use(model name: String?) async throws
    /// - Returns: nil when it has gone already.
    func removeModel(_ name: String) async throws -> RemovedConnection?
    /// Asks a server, kept or not, for its models.
    func ask(_ draft: ConnectionDraft<ModelConnection>) async throws -> ModelAnswer

    func keep(_ draft: ConnectionDraft<ToolConnection>) async throws -> (any ExplainedFailure)?
    /// Adds all that is in a text like {"mcpServers": {…}}.
    /// - Returns: the names of what was added.
    func add(pasted text: String) async throws -> [String]
    func setEnabled(_ isEnabled: Bool, tools name: String) async throws
    /// Forgets its values in the keyring, too.
    /// - Returns: nil when it has gone already.
    func removeTools(_ name: String) async throws -> RemovedConnection?
    /// Starts or contacts a server, and asks what it has.
    func ask(tools name: String) async throws -> ToolAnswer
    /// Asks again before a tool runs; nil: before those that only read do.
    func revoke(_ tool: String?, of name: String) async throws
    /// The last lines of a server's log, oldest first.
    func log(of name: String) async -> [String]
}

/// Of a window that has nothing to connect to.
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
    public func add(pasted text: String) async throws -> [String] { [] }
    public func setEnabled(_ isEnabled: Bool, tools name: String) async throws {}
    public func removeTools(_ name: String) async throws -> RemovedConnection? { nil }
    public func ask(tools name: String) async throws -> ToolAnswer {
        ToolAnswer(product: "", tools: [], milliseconds: 0)
    }
    public func revoke(_ tool: String?, of name: String) async throws {}
    public func log(of name: String) async -> [String] { [] }
}
