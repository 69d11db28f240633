// SPDX-License-Identifier: GPL-3.0-or-later
// The places to search, as a value, so that tests can use places of their own.

public import GioKit
import JarvisPlatform

/// The places to search, and how long to wait for each.
public struct DiscoveryPlaces: Sendable {
    /// The ports of this computer to check.
    public var ports: [KnownPort]
    /// Other programs that may have tool servers.
    public var programs: [ToolProgram]
    /// The bus for Avahi, which knows the services that other computers announce; nil to leave them out.
    public var bus: BusLink?
    /// How long to wait for each port.
    public var limit: Duration
    /// How long to wait for announcements on the network.
    public var nearbyLimit: Duration

    public init(
        ports: [KnownPort], programs: [ToolProgram], bus: BusLink?, limit: Duration = .milliseconds(300),
        nearbyLimit: Duration = .milliseconds(1500)
    ) {
        self.ports = ports
        self.programs = programs
        self.bus = bus
        self.limit = limit
        self.nearbyLimit = nearbyLimit
    }

    /// The places of the current user.
    public static func current() -> DiscoveryPlaces {
        let home = Environment.value("HOME") ?? "/"
        func folder(_ variable: String, _ fallback: String) -> String {
            Environment.value(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/" + fallback
        }
        let programs = ToolProgram.all(
            home: home, configuration: folder("XDG_CONFIG_HOME", ".config"),
            data: folder("XDG_DATA_HOME", ".local/share"))
        let bus = BusLink { () async throws(BusFailure) in try await BusConnection.open(.system) }
        return DiscoveryPlaces(ports: KnownPort.all, programs: programs, bus: bus)
    }
}
