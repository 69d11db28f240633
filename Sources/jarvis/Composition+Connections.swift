// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the window list and change the user's language models and tool servers.

import JarvisCore
import JarvisSettingsUI
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers

extension Composition {
    var connections: any ConnectionsControl {
        UserConnections(
            models: languageModels, tools: toolServers, secrets: secrets, keys: keys,
            allowsPlainKey: { [settings] in settings.current.network.allowsPlainKey(for: $0) })
    }
}

/// The user's connections, in the stores that the command line uses, too.
struct UserConnections: ConnectionsControl {
    let models: LanguageModels
    let tools: ToolServers
    let secrets: any SecretStore
    let keys: KeyRing
    let allowsPlainKey: @Sendable (ServerAddress) -> Bool

    func list() async throws -> Connections {
        let found = try await models.servers.list()
        let servers = try await tools.store.list().servers
        return Connections(
            models: found.servers.map { ModelConnection($0, isUsed: $0 == found.active) },
            tools: servers.map { server in
                var connection = ToolConnection(server)
                // Include permissions that last only until this program ends, so that the user can revoke them.
                connection.allowsReading = tools.consents.allowsReading(server)
                return connection
            })
    }

    func changes() -> AsyncStream<Void> {
        let streams = [models.servers.changes(), tools.store.changes(), tools.consents.changes()]
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tasks = streams.map { stream in
                Task { for await _ in stream { continuation.yield() } }
            }
            continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        }
    }

    /// Stores a typed key; it is read again for the next request.
    /// - Returns: The reason if the key will not be sent; nil if it will.
    func keep(key: String?, for address: ServerAddress) async throws -> (any ExplainedFailure)? {
        guard let key else { return nil }
        do {
            // The desktop may ask for a password, so don't block the caller's thread.
            let worker = WorkerThread(name: "keys")
            try await worker.run { [secrets] in try secrets.keep(key, for: address.origin) }
        } catch let failure as SecretFailure {
            throw ConnectionFault.keyring(failure.reason)
        }
        keys.forget(address)
        return keys.allowsSecrets(to: address)
            ? nil : ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
    }
}

// Language models
extension UserConnections {
    func keep(_ draft: ConnectionDraft<ModelConnection>) async throws -> (any ExplainedFailure)? {
        let (connection, former) = (draft.connection, draft.former)
        guard LanguageModelServer.isName(connection.name) else {
            throw ConnectionFault.name(longest: LanguageModelServer.longestName)
        }
        let address = try LanguageModelServer(connection).serverAddress()
        guard try await isFree(connection.name, former, in: models.servers.list().servers.map(\.name)) else {
            throw ConnectionFault.nameTaken(connection.name)
        }
        let warning = try await keep(key: draft.key, for: address)
        try await models.servers.update { list in
            let place = former.flatMap { name in list.servers.firstIndex { $0.name == name } }
            guard let place else { return list.put(LanguageModelServer(connection)) }
            let isUsed = list.activeName == list.servers[place].name
            list.servers[place].take(connection)
            if isUsed { list.activeName = connection.name }
        }
        return warning
    }

    func use(model name: String?) async throws {
        try await models.servers.update { $0.activeName = name }
    }

    func removeModel(_ name: String) async throws -> RemovedConnection? {
        let gone = try await models.servers.update { list in
            let place = list.servers.firstIndex { $0.name == name }
            let isUsed = list.activeName == name
            return place.flatMap { place in list.remove(named: name).map { (server: $0, place: place, isUsed: isUsed) }
            }
        }
        guard let gone else { return nil }
        return RemovedConnection(name: name) { [models] in
            try await models.servers.update { list in
                guard list.server(named: name) == nil else { return }
                list.servers.insert(gone.server, at: min(gone.place, list.servers.count))
                if gone.isUsed, list.activeName == nil { list.activeName = name }
            }
        }
    }

    func ask(_ draft: ConnectionDraft<ModelConnection>) async throws -> ModelAnswer {
        let server = LanguageModelServer(draft.connection)
        // Use the typed key, which isn't in the keyring yet.
        let typed = draft.key.map { key in
            KeyRing(
                EnvironmentSecrets(before: secrets, value: key, server: server.address), allowsPlainHTTP: allowsPlainKey
            )
        }
        let model = try models.trial(of: server, keys: typed)
        let start = ContinuousClock.now
        let names = try await model.models()
        return ModelAnswer(models: names, milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
    }

    /// True if no other server has this name, ignoring case.
    private func isFree(_ name: String, _ former: String?, in names: [String]) -> Bool {
        !names.contains { $0 != former && $0.lowercased() == name.lowercased() }
    }
}

// Tool servers
extension UserConnections {
    func keep(_ draft: ConnectionDraft<ToolConnection>) async throws -> (any ExplainedFailure)? {
        let (connection, former) = (draft.connection, draft.former)
        guard ToolServer.isName(connection.name) else { throw ConnectionFault.name(longest: ToolServer.longestName) }
        let list = try await tools.store.list()
        guard isFree(connection.name, former, in: list.servers.map(\.name)) else {
            throw ConnectionFault.nameTaken(connection.name)
        }
        var warning: (any ExplainedFailure)?
        if case .address(let text) = connection.way {
            let address = try ServerAddress(text, schemes: [.http, .https])
            warning = try await keep(key: draft.key, for: address)
        }
        let old = former.flatMap { list[$0] }
        var server = ToolServer(connection, replacing: old)
        let left = old.map { $0.origin == server.origin ? [] : $0.headers } ?? []
        if !left.isEmpty {
            // The headers' values were given for another host.
            server.headers = []
            warning = ConnectionFault.headersLeft(left)
        }
        try await keepValues(draft, server, old)
        try await tools.store.update { [server] list in
            let place = former.flatMap { name in list.servers.firstIndex { $0.name == name } }
            guard let place else { return list.put(server) }
            // Keep the permissions granted since, but only if the server is still the same.
            let consent = list.servers[place].isReached(as: server) ? list.servers[place].consent : server.consent
            list.servers[place] = server
            list.servers[place].consent = consent
        }
        // End the server's program, so that it starts with the new values.
        await tools.close(former ?? connection.name)
        if let old, old.hasValues, old.name.lowercased() != server.name.lowercased() {
            // Remove the old values only now, since the old name was in use until the list was written.
            try await keep(ToolServerValues(), of: old.name)
        }
        return warning
    }

    /// Stores the values of a changed server's variables and headers: those stored before, and those newly typed.
    private func keepValues(
        _ draft: ConnectionDraft<ToolConnection>, _ server: ToolServer, _ old: ToolServer?
    ) async throws {
        let hadValues = old?.hasValues ?? false
        guard hadValues || !server.environment.isEmpty else { return }
        do {
            let known = hadValues ? try await tools.secrets.values(of: old?.name ?? "") : ToolServerValues()
            var values = ToolServerValues(headers: known.headers.filter { server.headers.contains($0.key) })
            for name in server.environment { values.environment[name] = draft.values[name] ?? known.environment[name] }
            let missing = server.environment.filter { values.environment[$0] == nil }
            guard missing.isEmpty else { throw ConnectionFault.values(missing) }
            try await tools.secrets.keep(values, of: server.name)
        } catch let failure as SecretFailure {
            throw ConnectionFault.keyring(failure.reason)
        }
    }

    private func keep(_ values: ToolServerValues, of name: String) async throws {
        do {
            try await tools.secrets.keep(values, of: name)
        } catch let failure as SecretFailure {
            throw ConnectionFault.keyring(failure.reason)
        }
    }

    func add(pasted text: String) async throws -> AddedTools {
        let configuration = try PastedConfiguration(reading: Array(text.utf8))
        let pasted = configuration.servers
        // Add all or none: an existing server with one of the names keeps the name, with its values and permissions.
        let taken = try await tools.store.update { list in
            let taken = pasted.map(\.server.name).first { list[$0] != nil }
            if taken == nil { for server in pasted { list.put(server.server) } }
            return taken
        }
        if let taken { throw ConnectionFault.nameTaken(taken) }
        do {
            for server in pasted where !server.values.isEmpty { try await keep(server.values, of: server.server.name) }
        } catch {
            try await tools.store.update { list in
                for server in pasted where list[server.server.name] == server.server { list.remove(server.server.name) }
            }
            throw error
        }
        for server in pasted { await tools.close(server.server.name) }
        return AddedTools(names: pasted.map(\.server.name), refusal: configuration.refused.first)
    }

    func setEnabled(_ isEnabled: Bool, tools name: String) async throws {
        try await change(name) { $0.isEnabled = isEnabled }
        if !isEnabled { await tools.close(name) }
    }

    func removeTools(_ name: String) async throws -> RemovedConnection? {
        guard let server = try await tools.store.list()[name] else { return nil }
        var values = ToolServerValues()
        if server.hasValues {
            do {
                values = try await tools.secrets.values(of: name)
            } catch let failure as SecretFailure {
                throw ConnectionFault.keyring(failure.reason)
            }
        }
        let place = try await tools.store.update { list in
            let place = list.servers.firstIndex { $0.name == server.name }
            list.remove(server.name)
            return place
        }
        @Sendable func putBack() async throws -> Bool {
            try await tools.store.update { list in
                guard list[name] == nil else { return false }
                list.servers.insert(server, at: min(place ?? 0, list.servers.count))
                return true
            }
        }
        if server.hasValues {
            do {
                try await keep(ToolServerValues(), of: name)
            } catch {
                // Without the server in the list, its values could not be found again.
                _ = try await putBack()
                throw error
            }
        }
        await tools.close(name)
        await tools.logs.forget(name)
        await tools.memory.forget(name)
        return RemovedConnection(name: name) { [values] in
            // If another server has taken the name since, don't touch its values.
            if try await putBack(), !values.isEmpty { try await keep(values, of: name) }
        }
    }

    func ask(tools name: String) async throws -> ToolAnswer {
        guard let server = try await tools.store.list()[name] else { throw ConnectionFault.gone(name) }
        let session = tools.session(of: server)
        await session.forgetFailures()
        let greeting = try await session.greet()
        let start = ContinuousClock.now
        let offered = try await session.toolsNow()
        let product = [greeting.name, greeting.version].filter { !$0.isEmpty }.joined(separator: " ")
        return ToolAnswer(
            product: PlainText.printable(product), tools: offered.map(OfferedTool.init),
            milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
    }

    func revoke(_ tool: String?, of name: String) async throws {
        try await change(name) { server in
            server.consent.revoke(tool.map(ToolConsent.Part.tool) ?? .reading)
        }
    }

    func log(of name: String) async -> [String] { await tools.logs.lines(of: name) }

    private func change(_ name: String, _ body: @escaping @Sendable (inout ToolServer) -> Void) async throws {
        let isThere = try await tools.store.update { list in
            guard var server = list[name] else { return false }
            body(&server)
            list.put(server)
            return true
        }
        guard isThere else { throw ConnectionFault.gone(name) }
    }
}

extension ToolServer {
    /// True if the keyring holds values for this server, or may hold some.
    fileprivate var hasValues: Bool { !environment.isEmpty || !headers.isEmpty }
}
