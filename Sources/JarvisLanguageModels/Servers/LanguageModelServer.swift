// SPDX-License-Identifier: GPL-3.0-or-later
// A server with a language model as the user has set it up.

public import JarvisCore

/// One server with its model.
public struct LanguageModelServer: Hashable, Sendable {
    /// What the user calls it, and what it is chosen by: "local", "big".
    public var name: String
    public var kind: LanguageModelKind
    /// "http://host:port[/path]", with or without "/v1".
    public var address: String
    /// The model's name; empty for the server's own.
    public var model: String
    /// What the user wants every answer to observe, in words; empty for nothing.
    public var prompt: String
    public var options: ChatOptions

    public static let longestName = 40
    /// The temperatures that servers take.
    public static let temperatures = 0.0...2.0
    /// The shortest context that holds instructions, a question and an answer.
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

    /// True for what can be said and typed without quotes: letters, digits, "-" and "_".
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestName
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// Where it is.
    /// - Throws: what is wrong with the address.
    public func serverAddress() throws(ServerAddressError) -> ServerAddress {
        try ServerAddress(address, schemes: [.http, .https])
    }

    /// The other computer that reads what is asked; nil while that stays on this one.
    public var remoteHost: String? {
        guard let address = try? serverAddress(), !address.isThisComputer else { return nil }
        return address.host
    }
}

/// All servers, and the one in use.
public struct LanguageModelServerList: Hashable, Sendable {
    /// In the order in which they were added; names differ in more than case.
    public var servers: [LanguageModelServer]
    /// The name of the one that is asked; nil while none is.
    public var activeName: String?

    public init(servers: [LanguageModelServer] = [], activeName: String? = nil) {
        self.servers = servers
        self.activeName = activeName
    }

    /// The server of this name, whatever its case.
    public func server(named name: String) -> LanguageModelServer? {
        servers.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The server that is asked.
    public var active: LanguageModelServer? { activeName.flatMap(server(named:)) }

    /// Adds a server, or puts it in the place of the one with its name; the first one is used at once.
    public mutating func put(_ server: LanguageModelServer) {
        if let place = servers.firstIndex(where: { $0.name.lowercased() == server.name.lowercased() }) {
            if let activeName, activeName.lowercased() == server.name.lowercased() { self.activeName = server.name }
            servers[place] = server
        } else {
            servers.append(server)
            if servers.count == 1 { activeName = server.name }
        }
    }

    /// Adds a server as `put` does; of one that has this name already, what is not changed stays.
    public mutating func put(
        name: String, kind: LanguageModelKind, address: String, changing change: (inout LanguageModelServer) -> Void
    ) -> LanguageModelServer {
        var server = server(named: name) ?? LanguageModelServer(name: name, kind: kind, address: address)
        (server.name, server.kind, server.address) = (name, kind, address)
        change(&server)
        put(server)
        return server
    }

    /// Removes a server; when it was in use, none is from then on.
    /// - Returns: the server; nil when there is none of this name.
    public mutating func remove(named name: String) -> LanguageModelServer? {
        guard let server = server(named: name) else { return nil }
        servers.removeAll { $0.name == server.name }
        if activeName?.lowercased() == server.name.lowercased() { activeName = nil }
        return server
    }
}
