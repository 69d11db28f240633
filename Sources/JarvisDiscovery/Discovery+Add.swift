// SPDX-License-Identifier: GPL-3.0-or-later
// Adds a found service that the user has agreed to: to the servers' files, the keyring, or the settings.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisSpeechServers
import JarvisToolServers

extension Discovery {
    /// Adds one item. A speech server whose capabilities are unknown is asked for them now.
    /// - Throws: `DiscoveryFailure`, `StoreFailure`, `ToolServerFailure`, `ServerFailure`, or `CancellationError`.
    public func add(_ found: Found) async throws -> Addition {
        switch found.kind {
        case .languageModel(let kind):
            let (name, place, model) = (found.name, found.place, found.chosenModel)
            return try await models.update { list in
                // Choose the name now, since others may have been added since the search.
                let name = KnownServers.freeName(name) { list.server(named: $0) != nil }
                let server = list.put(name: name, kind: kind, address: place) { $0.model = model }
                return .languageModel(name: name, isUsed: list.active == server)
            }
        case .toolServer(let server, let file): return try await add(server, named: found.name, from: file, found.id)
        case .speech(let abilities): return try await use(found.place, abilities)
        }
    }

    /// Adds a tool server, and copies the values of its variables and headers from the other program's file to the
    /// keyring.
    private func add(
        _ server: ToolServer, named name: String, from path: String, _ id: String
    ) async throws -> Addition {
        let changed = DiscoveryFailure.changed(name)
        let files = places.programs.filter { id.hasPrefix($0.id + ":") }.flatMap(\.files)
        guard let file = files.first(where: { $0.path == path }) else { throw changed }
        let entries = try await WorkerThread(name: "discovery").run { try? ForeignConfigurations.entries(of: file) }
        let pasted = (entries?.members ?? []).lazy.compactMap { try? ForeignConfigurations.server($0)?.get() }
            .first { $0.server == server }
        guard var pasted else { throw changed }
        pasted.server.isEnabled = true
        // Reserve the name first, so that the values of another server aren't overwritten.
        let server = try await tools.update { [server = pasted.server] list in
            var server = server
            server.name = KnownServers.freeName(name) { list[$0] != nil }
            list.put(server)
            return server
        }
        guard !pasted.values.isEmpty else { return .toolServer(name: server.name) }
        do {
            try await secrets.keep(pasted.values, of: server.name)
        } catch let failure as SecretFailure {
            try await tools.update { list in if list[server.name] == server { list.remove(server.name) } }
            throw ToolServerFailure(server: server.name, kind: .secrets(reason: failure.reason))
        }
        return .toolServer(name: server.name)
    }

    private func use(_ place: String, _ known: SpeechAbilities?) async throws -> Addition {
        var abilities = known
        if abilities == nil {
            let address = try ServerAddress(place, schemes: [.tcp])
            let service = try await WyomingService.ask(address, network: network, within: .seconds(3))
            abilities = SpeechAbilities(recognizes: service.recognizesSpeech, speaks: service.speaks)
        }
        guard let abilities, abilities.recognizes || abilities.speaks else {
            throw DiscoveryFailure.unableToSpeak(place)
        }
        let written = try settings.update { settings in
            if abilities.recognizes {
                settings.speech.recognitionServer.address = place
                settings.speech.recognition = .wyoming
            }
            if abilities.speaks {
                settings.speech.synthesisServer.address = place
                settings.speech.synthesis = .wyoming
            }
        }
        try await written.value
        return .speech(abilities)
    }
}
