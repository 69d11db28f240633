// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for servers of every kind.

/// The settings of the way to servers.
public struct NetworkSettings: Hashable, Sendable {
    /// Addresses, separated by commas, of servers that get their key by plain HTTP although others can read it there.
    public var plainKeyServers = ""

    /// The key of `plainKeyServers` in the table of settings.
    public static let plainKeyServersKey = "servers.plain-keys"
    public static let mostPlainKeyServers = 20

    public init() {}

    /// True for a server that the user has excepted.
    public func allowsPlainKey(for address: ServerAddress) -> Bool {
        SettingDescriptor.Domain.entries(of: plainKeyServers).contains { entry in
            (try? ServerAddress(String(entry), schemes: [.http]))?.origin == address.origin
        }
    }
}
