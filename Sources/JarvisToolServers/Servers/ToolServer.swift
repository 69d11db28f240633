// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server as the user has set it up, and what the user has allowed it.

import JarvisCore

/// One server.
public struct ToolServer: Hashable, Sendable {
    public enum Way: Hashable, Sendable {
        /// A program that is started, without a shell.
        case command(String, arguments: [String])
        /// "http://host:port/path" or https.
        case address(String)
    }

    /// What the user calls it: letters, digits, "-" and "_"; it does not begin like an option.
    public var name: String
    public var way: Way
    public var isEnabled: Bool
    /// Names of the variables that its program gets; their values are secrets.
    public var environment: [String]
    /// Names of the headers that are sent to it; their values are secrets.
    public var headers: [String]
    public var consent: ToolConsent

    public static let longestName = 40

    public init(
        name: String, way: Way, isEnabled: Bool = true, environment: [String] = [], headers: [String] = [],
        consent: ToolConsent = ToolConsent()
    ) {
        self.name = name
        self.way = way
        self.isEnabled = isEnabled
        self.environment = environment
        self.headers = headers
        self.consent = consent
    }

    /// True where a session with the other is one with this.
    public func isReached(as other: ToolServer) -> Bool {
        way == other.way && environment == other.environment && headers == other.headers
    }

    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("-") && text.utf8.count <= longestName
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// True for the name of a header with a value that can be sent as it is.
    public static func isHeader(_ name: String, _ value: String = "") -> Bool {
        HeaderText.isName(name) && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// How it is reached, on one line, for people.
    public var place: String {
        switch way {
        case .command(let program, let arguments): ([program] + arguments).joined(separator: " ")
        case .address(let address): address
        }
    }

    /// The other computer that gets what tools are called with; nil while that stays on this one, as far as is known.
    public var remoteHost: String? {
        guard let address, !address.isThisComputer else { return nil }
        return address.host
    }

    /// What the key for its address is kept by; nil for a program.
    public var origin: String? { address?.origin }

    /// Nil for a program.
    var address: ServerAddress? {
        guard case .address(let text) = way else { return nil }
        return try? ServerAddress(text, schemes: [.http, .https])
    }
}

/// All servers, in the order in which they were added; names differ in more than case.
public struct ToolServerList: Hashable, Sendable {
    public var servers: [ToolServer]

    public init(servers: [ToolServer] = []) {
        self.servers = servers
    }

    /// The server of this name, whatever its case.
    public subscript(name: String) -> ToolServer? {
        servers.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Adds a server, or puts it in the place of the one with its name.
    public mutating func put(_ server: ToolServer) {
        if let place = servers.firstIndex(where: { $0.name.lowercased() == server.name.lowercased() }) {
            servers[place] = server
        } else {
            servers.append(server)
        }
    }

    /// - Returns: the server; nil when there is none of this name.
    @discardableResult
    public mutating func remove(_ name: String) -> ToolServer? {
        guard let server = self[name] else { return nil }
        servers.removeAll { $0.name == server.name }
        return server
    }
}
