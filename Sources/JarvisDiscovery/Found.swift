// SPDX-License-Identifier: GPL-3.0-or-later
// Represents the results of a search.

import JarvisCore
public import JarvisLanguageModels
public import JarvisToolServers

/// A server that JARVIS could use, or already uses.
public struct Found: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
        case languageModel(LanguageModelKind)
        /// A Wyoming server, with its capabilities; nil until they are known.
        case speech(SpeechAbilities?)
        /// A tool server in another program's file; the values of its variables and headers stay there.
        case toolServer(ToolServer, file: String)
    }

    /// Identifies the server on the command line: "localhost:11434", "cursor:files", "192.168.1.5:10300".
    public var id: String
    public var kind: Kind
    /// The name that the server would get.
    public var name: String
    /// The product, or the program that the server comes from: "Ollama", "Cursor".
    public var source: String
    /// The server's address, or the command line of its program.
    public var place: String
    /// The server's models or voices, as far as known.
    public var models: [String]
    /// True if JARVIS already uses the server.
    public var isConfigured = false
    /// The command that adds the server.
    public var command = ""

    init(id: String, kind: Kind, name: String, source: String, place: String, models: [String] = []) {
        self.id = id
        self.kind = kind
        self.name = name
        self.source = source
        self.place = place
        self.models = models
    }

    /// The other computer that the server runs on, as far as known; nil for this one.
    public var remoteHost: String? {
        if case .toolServer(let server, _) = kind { return server.remoteHost }
        let address = try? ServerAddress(place, schemes: [.http, .https, .tcp])
        return address.flatMap { $0.isThisComputer ? nil : $0.host }
    }
}

/// What a speech server can do.
public struct SpeechAbilities: Hashable, Sendable {
    public var recognizes: Bool
    public var speaks: Bool

    public init(recognizes: Bool, speaks: Bool) {
        self.recognizes = recognizes
        self.speaks = speaks
    }
}

/// A result of a search: a server, or a note about something that can't be used.
public enum DiscoveryResult: Hashable, Sendable {
    case found(Found)
    case note(DiscoveryNote)
}

/// The outcome of adding an item.
public enum Addition: Hashable, Sendable {
    /// - isUsed: True if the server is in use from now on.
    case languageModel(name: String, isUsed: Bool)
    case toolServer(name: String)
    case speech(SpeechAbilities)
}
