// SPDX-License-Identifier: GPL-3.0-or-later
// Where a look around looks: a value, so that tests have places of their own.

public import GioKit
import JarvisPlatform

/// The places, and how long to wait at them.
public struct DiscoveryPlaces: Sendable {
    /// Ports of this computer.
    public var ports: [KnownPort]
    /// Other programs that have tool servers.
    public var programs: [ToolProgram]
    /// The bus on which Avahi tells of other computers; nil: they are not looked for.
    public var bus: BusLink?
    /// For each port.
    public var limit: Duration
    /// For what others announce.
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

    /// Those of the user who runs the program.
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
