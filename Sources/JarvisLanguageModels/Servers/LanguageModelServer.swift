// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of a language-model server.

public import JarvisCore

/// A server with the model to use, and the user's options for it.
public struct LanguageModelServer: Hashable, Sendable {
    /// The user's name for the server, which also selects it: "local", "big".
    public var name: String
    public var kind: LanguageModelKind
    /// The address, "http://host:port[/path]", with or without "/v1".
    public var address: String
    /// The model's name; empty for the server's default.
    public var model: String
    /// The user's instructions for every answer; empty for none.
    public var prompt: String
    public var options: ChatOptions

    public static let longestName = 40
    /// The temperatures that servers accept.
    public static let temperatures = 0.0...2.0
    /// The shortest context that has room for instructions, a question and an answer, up to the longest accepted.
    public static let contexts = 512...10_000_000
    public static let answers = 16...1_000_000

    public init(
        name: String, kind: LanguageModelKind, address: String, model: String = "", prompt: String = "",
        options: ChatOptions = ChatOptions()
    ) {
        self.name = name
        self.kind = kind
        self.address = address
        self.model = model
        self.prompt = prompt
        self.options = options
    }

    /// True for names that can be spoken, and typed without quotes: letters, digits, "-" and "_".
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestName
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// The parsed address.
    /// - Throws: The error in the address.
    public func serverAddress() throws(ServerAddressError) -> ServerAddress {
        try ServerAddress(address, schemes: [.http, .https])
    }

    /// The other computer that receives the questions; nil if they stay on this one.
    public var remoteHost: String? {
        guard let address = try? serverAddress(), !address.isThisComputer else { return nil }
        return address.host
    }
}

/// All servers, and the one in use.
public struct LanguageModelServerList: Hashable, Sendable {
    /// The servers in the order in which they were added; names are unique, ignoring case.
    public var servers: [LanguageModelServer]
    /// The name of the server in use; nil for none.
    public var activeName: String?

    public init(servers: [LanguageModelServer] = [], activeName: String? = nil) {
        self.servers = servers
        self.activeName = activeName
    }

    /// The server with this name, ignoring case.
    public func server(named name: String) -> LanguageModelServer? {
        servers.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The server in use.
    public var active: LanguageModelServer? { activeName.flatMap(server(named:)) }

    /// Adds a server, or replaces the one with its name; the first server is put into use at once.
    public mutating func put(_ server: LanguageModelServer) {
        if let place = servers.firstIndex(where: { $0.name.lowercased() == server.name.lowercased() }) {
            if let activeName, activeName.lowercased() == server.name.lowercased() { self.activeName = server.name }
            servers[place] = server
        } else {
            servers.append(server)
            if servers.count == 1 { activeName = server.name }
        }
    }

    /// Adds a server as `put(_:)` does; for an existing server, nil keeps the stored value.
    public mutating func put(
        name: String, kind: LanguageModelKind, address: String, changing change: (inout LanguageModelServer) -> Void
    ) -> LanguageModelServer {
        var server = server(named: name) ?? LanguageModelServer(name: name, kind: kind, address: address)
        (server.name, server.kind, server.address) = (name, kind, address)
        change(&server)
        put(server)
        return server
    }

    /// Removes a server; if it was the one in use, none is in use afterwards.
    /// - Returns: The removed server; nil if no server has this name.
    public mutating func remove(named name: String) -> LanguageModelServer? {
        guard let server = server(named: name) else { return nil }
        servers.removeAll { $0.name == server.name }
        if activeName?.lowercased() == server.name.lowercased() { activeName = nil }
        return server
    }
}
