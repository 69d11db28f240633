// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for services that JARVIS could use: servers on common ports of this computer, other programs' tool servers,
// and speech servers announced on the network. Searches only on request, and uses nothing without the user's consent.

public import JarvisCore
public import JarvisLanguageModels
public import JarvisNetwork
public import JarvisToolServers
import Synchronization

/// Searches for servers, and adds those that the user wants.
public struct Discovery: Sendable {
    let models: JSONLanguageModelServers
    let tools: JSONToolServers
    let secrets: ToolServerSecrets
    let settings: any SettingsStore
    let network: NetworkOnDemand
    let places: DiscoveryPlaces

    public init(
        models: JSONLanguageModelServers, tools: JSONToolServers, secrets: ToolServerSecrets,
        settings: any SettingsStore, network: NetworkOnDemand, places: DiscoveryPlaces = .current()
    ) {
        self.models = models
        self.tools = tools
        self.secrets = secrets
        self.settings = settings
        self.network = network
        self.places = places
    }

    /// Searches once, and yields each item once, as soon as it is found. Ends after two seconds at most; ending the
    /// iteration ends the search. Searching the network needs a running main loop. The buffer is unbounded, since there
    /// are few items.
    public func results() -> AsyncStream<DiscoveryResult> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                let known = Mutex(await KnownServers(models: models, tools: tools, settings: settings))
                let seen = Mutex<Set<String>>([])
                let tell: @Sendable (DiscoveryResult) -> Void = { result in
                    switch result {
                    case .note: continuation.yield(result)
                    case .found(let found):
                        guard seen.withLock({ $0.insert(found.id).inserted }) else { return }
                        continuation.yield(.found(known.withLock { $0.completed(found) }))
                    }
                }
                await withTaskGroup(of: Void.self) { group in
                    for port in places.ports {
                        group.addTask {
                            if let found = await LocalPort(port, network, within: places.limit).look() {
                                tell(.found(found))
                            }
                        }
                    }
                    group.addTask { await ForeignConfigurations(places.programs).read(tell) }
                    if let bus = places.bus {
                        group.addTask { await NearbyServers(bus, within: places.nearbyLimit).browse(tell) }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
