// SPDX-License-Identifier: GPL-3.0-or-later
// What a look around this computer has found.

import JarvisCore
public import JarvisLanguageModels
public import JarvisToolServers

/// A server that JARVIS could use, or uses already.
public struct Found: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
        case languageModel(LanguageModelKind)
        /// A Wyoming server; nil until it is asked what it can do.
        case speech(SpeechAbilities?)
        /// A tool server in the file of another program; the values of its variables and headers stay there.
        case toolServer(ToolServer, file: String)
    }

    /// What it is chosen by: "localhost:11434", "cursor:files", "192.168.1.5:10300".
    public var id: String
    public var kind: Kind
    /// What it would be called.
    public var name: String
    /// What it is, or the program that has it: "Ollama", "Cursor".
    public var source: String
    /// Its address, or the command line of its program.
    public var place: String
    /// Its models or voices, as far as it has told.
    public var models: [String]
    /// JARVIS has it already.
    public var isConfigured = false
    /// The command that adds it.
    public var command = ""

    init(id: String, kind: Kind, name: String, source: String, place: String, models: [String] = []) {
        self.id = id
        self.kind = kind
        self.name = name
        self.source = source
        self.place = place
        self.models = models
    }

    /// The other computer that it is on, as far as is known; nil for this one.
    public var remoteHost: String? {
        if case .toolServer(let server, _) = kind { return server.remoteHost }
        let address = try? ServerAddress(place, schemes: [.http, .https, .tcp])
        return address.flatMap { $0.isThisComputer ? nil : $0.host }
    }
}

/// What a speech server does.
public struct SpeechAbilities: Hashable, Sendable {
    public var recognizes: Bool
    public var speaks: Bool

    public init(recognizes: Bool, speaks: Bool) {
        self.recognizes = recognizes
        self.speaks = speaks
    }
}

/// A piece of what is found.
public enum DiscoveryResult: Hashable, Sendable {
    case found(Found)
    case note(DiscoveryNote)
}

/// What became of something that was added.
public enum Addition: Hashable, Sendable {
    /// - isUsed: It is the one that is asked from now on.
    case languageModel(name: String, isUsed: Bool)
    case toolServer(name: String)
    case speech(SpeechAbilities)
}
