// SPDX-License-Identifier: GPL-3.0-or-later
// What the setup finds when the user lets it look around.

import JarvisCore
import JarvisDesktop
import JarvisDiscovery
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisToolServers
import Synchronization

extension Composition {
    /// Looks around for the setup. Nothing is looked at before it is asked to.
    func serviceFinder() -> any ServiceFinder {
        SetupFinder(
            Discovery(
                models: languageModels.servers,
                tools: toolServers.store, secrets: ToolServerSecrets(secrets), settings: settings,
                network: NetworkOnDemand(traffic: traffic)))
    }
}

/// A look around in the terms of the setup.
private final class SetupFinder: ServiceFinder {
    private let discovery: Discovery
    /// What was found, by its identity.
    private let found = Mutex<[String: Found]>([:])

    init(_ discovery: Discovery) {
        self.discovery = discovery
    }

    // The buffer has no limit: there are few.
    func services() -> AsyncStream<FoundService> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                for await result in discovery.results() {
                    // Notes are about files that "jarvis discover" tells of.
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
