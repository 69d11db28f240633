// SPDX-License-Identifier: GPL-3.0-or-later
// Finds speech servers announced on the network, through Avahi. Its service is queried on the system bus if it is
// running, but not started. Main thread only.

import GioKit

/// Browses for announcements for a while. The D-Bus interfaces are in org.freedesktop.Avahi.*.xml of Avahi's source
/// code (https://avahi.org).
struct NearbyServers: Sendable {
    private let bus: BusLink
    private let limit: Duration

    private static let avahi = "org.freedesktop.Avahi"
    private static let type = "_wyoming._tcp"
    /// Avahi's constants for every network interface, every protocol, and IPv4.
    private static let (anyInterface, anyProtocol, numbers): (BusValue, BusValue, BusValue) = (
        .integer(-1), .integer(-1), .integer(0)
    )
    /// The flag of announcements by this computer.
    private static let isLocal: Int64 = 8
    /// The most servers to resolve; more would indicate a fault.
    private static let most = 64

    init(_ bus: BusLink, within limit: Duration) {
        self.bus = bus
        self.limit = limit
    }

    @MainActor
    func browse(_ tell: @escaping @Sendable (DiscoveryResult) -> Void) async {
        do {
            let connection = try await bus.open()
            guard await connection.isOwned(Self.avahi) else {
                return tell(.note(.notSearched(reason: "Avahi isn't running")))
            }
            let (items, continuation) = AsyncStream.makeStream(
                of: [BusValue].self, bufferingPolicy: .bufferingOldest(Self.most))
            // Subscribe first, since servers that Avahi already knows are reported at once.
            let listening = connection.subscribe(sender: Self.avahi, interface: Self.avahi + ".ServiceBrowser") {
                switch $0.name {
                case "ItemNew": continuation.yield($0.arguments)
                case "AllForNow", "Failure": continuation.finish()
                default: break
                }
            }
            let reply = try await connection.call(
                Self.avahi, path: "/", interface: Self.avahi + ".Server", method: "ServiceBrowserNew",
                [Self.anyInterface, Self.anyProtocol, .text(Self.type), .text(""), .integer(0)], signature: "iissu",
                within: limit)
            let end = ContinuousClock.now + limit
            let alarm = Task {
                try? await ContinuousClock().sleep(for: limit)
                continuation.finish()
            }
            var seen: Set<String> = []
            for await item in items.prefix(Self.most) {
                // A service is announced once per interface and protocol, so skip repetitions.
                guard item.count >= 6, let name = item[2].asText, seen.insert(name).inserted else { continue }
                let rest = ContinuousClock.now.duration(to: end)
                guard rest > .zero else { break }
                if let found = await resolved(item, on: connection, within: rest) { tell(.found(found)) }
            }
            alarm.cancel()
            withExtendedLifetime(listening) {}
            if let path = reply.first?.asText {
                _ = try? await connection.call(
                    Self.avahi, path: path, interface: Self.avahi + ".ServiceBrowser", method: "Free", within: limit)
            }
        } catch {
            tell(.note(.notSearched(reason: error.reason)))
        }
    }

    @MainActor
    private func resolved(
        _ item: [BusValue], on connection: BusConnection, within rest: Duration
    ) async -> Found? {
        let reply = try? await connection.call(
            Self.avahi, path: "/", interface: Self.avahi + ".Server", method: "ResolveService",
            Array(item[0..<5]) + [Self.numbers, .integer(0)], signature: "iisssiu", within: rest)
        // The reply: interface, protocol, name, type, domain, host, protocol, address, port, texts, flags.
        guard let reply, reply.count >= 11, let name = reply[2].asText, let address = reply[7].asText,
            let port = reply[8].asInteger, let flags = reply[10].asInteger
        else { return nil }
        let isOurs = flags & Self.isLocal != 0
        let host = isOurs ? "127.0.0.1" : address.contains(":") ? "[\(address)]" : address
        return Found(
            id: "\(isOurs ? "localhost" : host):\(port)", kind: .speech(nil), name: name, source: "Wyoming",
            place: "tcp://\(host):\(port)")
    }
}
