// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the search for services that the setup offers.

import JarvisCore
import JarvisSettingsUI
import JarvisDiscovery
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers
import Synchronization

extension Composition {
    /// Searches for the setup, and only when the setup asks for it.
    func serviceFinder() -> any ServiceFinder {
        SetupFinder(
            Discovery(
                models: languageModels.servers,
                tools: toolServers.store, secrets: ToolServerSecrets(secrets), settings: settings,
                network: NetworkOnDemand(traffic: traffic)))
    }
}

/// Converts the results of a search to the setup's types.
private final class SetupFinder: ServiceFinder {
    private let discovery: Discovery
    /// The results by their identifiers.
    private let found = Mutex<[String: Found]>([:])

    init(_ discovery: Discovery) {
        self.discovery = discovery
    }

    // Unbounded, because there are few results.
    func services() -> AsyncStream<FoundService> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                for await result in discovery.results() {
                    // Ignore notes, which concern other programs' files; only "jarvis discover" reports them.
                    guard case .found(let found) = result else { continue }
                    self.found.withLock { $0[found.id] = found }
                    continuation.yield(FoundService(found))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func use(_ id: String) async throws -> Bool {
        guard let found = found.withLock({ $0[id] }) else { return false }
        return switch try await discovery.add(found) {
        case .languageModel(_, let isUsed): isUsed
        case .toolServer, .speech: true
        }
    }
}

extension FoundService {
    fileprivate init(_ found: Found) {
        let isNamed = found.name.lowercased() != found.source.lowercased()
        self.init(
            id: found.id, name: isNamed ? "\(found.name) (\(found.source))" : found.source,
            detail: ([found.place] + found.models).joined(separator: " · "), command: found.command,
            isAdded: found.isConfigured, remoteHost: found.remoteHost)
    }
}
