// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server as the user has set it up, and its permissions.

import JarvisCore

/// A tool server in the user's list.
public struct ToolServer: Hashable, Sendable {
    /// The way to reach a server.
    public enum Way: Hashable, Sendable {
        /// A program to start, without a shell.
        case command(String, arguments: [String])
        /// "http://host:port/path" or https.
        case address(String)
    }

    /// The user's name for the server: letters, digits, "-" and "_", not starting with "-" like an option.
    public var name: String
    public var way: Way
    /// The folder to start the program in; nil for the user's own.
    public var folder: String?
    public var isEnabled: Bool
    /// Names of the program's environment variables. Their values are secrets, stored elsewhere.
    public var environment: [String]
    /// Names of additional HTTP headers. Their values are secrets, stored elsewhere.
    public var headers: [String]
    public var consent: ToolConsent

    /// The longest name in bytes.
    public static let longestName = 40

    public init(
        name: String, way: Way, folder: String? = nil, isEnabled: Bool = true, environment: [String] = [],
        headers: [String] = [],
        consent: ToolConsent = ToolConsent()
    ) {
        self.name = name
        self.way = way
        self.folder = folder
        self.isEnabled = isEnabled
        self.environment = environment
        self.headers = headers
        self.consent = consent
    }

    /// True if both are reached in the same way, so a session with one can serve the other.
    public func isReached(as other: ToolServer) -> Bool {
        way == other.way && folder == other.folder && environment == other.environment && headers == other.headers
    }

    /// True for a valid server name, as described at `name`.
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

    /// True for a valid header name with a value that can be sent unchanged.
    public static func isHeader(_ name: String, _ value: String = "") -> Bool {
        HeaderText.isName(name) && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// The command or address on one line, for display.
    public var place: String {
        switch way {
        case .command(let program, let arguments): ([program] + arguments).joined(separator: " ")
        case .address(let address): address
        }
    }

    /// The other computer that receives the arguments of calls; `nil` if, as far as is known, they stay on this one.
    public var remoteHost: String? {
        guard let address, !address.isThisComputer else { return nil }
        return address.host
    }

    /// The origin of the address, which identifies its key; `nil` for a program.
    public var origin: String? { address?.origin }

    /// The parsed address; `nil` for a program or an invalid address.
    var address: ServerAddress? {
        guard case .address(let text) = way else { return nil }
        return try? ServerAddress(text, schemes: [.http, .https])
    }
}

/// All servers, in the order the user added them. Names are unique, ignoring case.
public struct ToolServerList: Hashable, Sendable {
    public var servers: [ToolServer]

    public init(servers: [ToolServer] = []) {
        self.servers = servers
    }

    /// The server with this name, ignoring case.
    public subscript(name: String) -> ToolServer? {
        servers.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Adds a server, or replaces the one with the same name.
    public mutating func put(_ server: ToolServer) {
        if let place = servers.firstIndex(where: { $0.name.lowercased() == server.name.lowercased() }) {
            servers[place] = server
        } else {
            servers.append(server)
        }
    }

    /// Removes the server with this name, ignoring case.
    /// - Returns: The removed server, or `nil` if there is none with this name.
    @discardableResult
    public mutating func remove(_ name: String) -> ToolServer? {
        guard let server = self[name] else { return nil }
        servers.removeAll { $0.name == server.name }
        return server
    }
}
