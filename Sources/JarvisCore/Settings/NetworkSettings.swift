// SPDX-License-Identifier: GPL-3.0-or-later
// Settings for servers of every kind.

/// Network settings.
public struct NetworkSettings: Hashable, Sendable {
    /// Comma-separated addresses of servers that may receive their key over plain HTTP, where others can read it.
    public var plainKeyServers = ""

    /// The key of `plainKeyServers` in the settings table.
    public static let plainKeyServersKey = "servers.plain-keys"
    public static let mostPlainKeyServers = 20

    public init() {}

    /// True for a server that the user has exempted.
    public func allowsPlainKey(for address: ServerAddress) -> Bool {
        SettingDescriptor.Domain.entries(of: plainKeyServers).contains { entry in
            (try? ServerAddress(String(entry), schemes: [.http]))?.origin == address.origin
        }
    }
}
