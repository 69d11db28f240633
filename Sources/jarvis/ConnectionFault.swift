// SPDX-License-Identifier: GPL-3.0-or-later
// Explains why a server entered in the window can't be saved, and converts between the window's types and the stores'.

import JarvisCore
import JarvisSettingsUI
import JarvisLanguageModels
import JarvisToolServers

/// The reason why a server couldn't be saved.
enum ConnectionFault: ExplainedFailure, Hashable {
    case name(longest: Int)
    case nameTaken(String)
    /// The server has been removed since.
    case gone(String)
    /// The server was saved without these headers, because its host has changed.
    case headersLeft([String])
    /// These variables have no value.
    case values([String])
    /// The keyring can't read or store the values, for this reason.
    case keyring(String)

    func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .name(let longest):
            FailureText(
                reader.say("That name won't work."),
                reader.say("Use letters, digits, \"-\" and \"_\", at most %1.", String(longest)))
        case .nameTaken(let name):
            FailureText(
                reader.say("Another server is already called \"%1\".", name), reader.say("Choose another name."))
        case .gone(let name): FailureText(reader.say("The server \"%1\" has been removed.", name))
        case .headersLeft(let names):
            FailureText(
                reader.say(
                    "The address changed, so these headers were left out: %1.", names.joined(separator: ", ")),
                reader.say("Paste its configuration to add them again."))
        case .values(let names):
            FailureText(
                reader.say("These variables need values: %1.", names.joined(separator: ", ")),
                reader.say("Write each as %1.", "NAME=VALUE"))
        case .keyring(let reason):
            FailureText(
                reader.say("JARVIS can't use your keyring (%1).", reason),
                reader.say("Unlock it, or start a Secret Service such as GNOME Keyring. Nothing was changed."))
        }
    }
}

extension ModelConnection {
    init(_ server: LanguageModelServer, isUsed: Bool) {
        self.init(
            name: server.name, kind: server.kind == .ollama ? .ollama : .openAI, address: server.address,
            model: server.model, isUsed: isUsed, remoteHost: server.remoteHost)
    }
}

extension LanguageModelServer {
    init(_ connection: ModelConnection) {
        self.init(name: "", kind: .openAI, address: "")
        take(connection)
    }

    /// Adopts the values shown in the window, and keeps all others.
    mutating func take(_ connection: ModelConnection) {
        name = connection.name
        kind = connection.kind == .ollama ? .ollama : .openAI
        address = connection.address
        model = connection.model
    }
}

extension ToolConnection {
    init(_ server: ToolServer) {
        let way: Way =
            switch server.way {
            case .command(let program, let arguments): .program(program, arguments: arguments)
            case .address(let address): .address(address)
            }
        self.init(
            name: server.name, way: way, isEnabled: server.isEnabled, variables: server.environment,
            headers: server.headers, allowsReading: server.consent.allowsReading, allowedTools: server.consent.tools,
            remoteHost: server.remoteHost)
    }
}

extension ToolServer {
    /// Adopts the values shown in the window. Permissions carry over only if the server is reached in the same way as
    /// before.
    init(_ connection: ToolConnection, replacing old: ToolServer?) {
        let way: Way =
            switch connection.way {
            case .program(let program, let arguments): .command(program, arguments: arguments)
            case .address(let address): .address(address)
            }
        let headers = if case .address = connection.way { connection.headers } else { [String]() }
        self.init(
            name: connection.name, way: way, isEnabled: connection.isEnabled,
            environment: connection.variables.sorted(), headers: headers)
        if let old, old.isReached(as: self) { consent = old.consent }
    }
}

extension OfferedTool {
    init(_ tool: ToolDescription) {
        let effect: Effect =
            switch tool.effect {
            case .reads: .reads
            case .writes: .writes
            case .destroys: .destroys
            }
        self.init(name: tool.name, text: tool.text, effect: effect)
    }
}
