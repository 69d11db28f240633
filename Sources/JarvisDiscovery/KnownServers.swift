// SPDX-License-Identifier: GPL-3.0-or-later
// The servers that JARVIS already has, to compare them with the results of a search.

import JarvisCore
import JarvisLanguageModels
import JarvisToolServers

struct KnownServers: Sendable {
    var models = LanguageModelServerList()
    var tools = ToolServerList()
    var speech = SpeechSettings()
    /// Names already given to results, prefixed by their kind, so that no two get the same name.
    private var reserved: Set<String> = []

    /// Reads the user's servers. Ignores a file that can't be read; the next change of it reports that.
    init(models: JSONLanguageModelServers, tools: JSONToolServers, settings: any SettingsStore) async {
        self.models = (try? await models.list()) ?? LanguageModelServerList()
        self.tools = (try? await tools.list()) ?? ToolServerList()
        speech = settings.current.speech
    }

    init() {}

    /// Completes a result: whether JARVIS already uses the server, the name it would get, and the command to add it.
    mutating func completed(_ found: Found) -> Found {
        var found = found
        found.isConfigured = isConfigured(found)
        found.name = freeName(found)
        found.command = command(for: found)
        return found
    }

    private func isConfigured(_ found: Found) -> Bool {
        switch found.kind {
        case .languageModel:
            models.servers.contains { server in Self.isSame(try? server.serverAddress(), as: found.place) }
        case .speech:
            [
                (speech.recognition == .wyoming, speech.recognitionServer),
                (speech.synthesis == .wyoming, speech.synthesisServer),
            ]
            .contains { isUsed, server in
                isUsed
                    && Self.isSame(
                        try? ServerAddress(server.address, schemes: [.tcp], defaultPort: 10_200), as: found.place)
            }
        case .toolServer(let server, _):
            tools.servers.contains { known in
                if known.isReached(as: server) { return true }
                guard case .address(let old) = known.way, case .address(let new) = server.way else { return false }
                return known.headers == server.headers
                    && Self.isSame(try? ServerAddress(old, schemes: [.http, .https]), as: new)
            }
        }
    }

    private static func isSame(_ known: ServerAddress?, as place: String) -> Bool {
        guard let known, let place = try? ServerAddress(place, schemes: [.http, .https, .tcp]) else { return false }
        let isSameHost = known.host == place.host || known.isThisComputer && place.isThisComputer
        // "/v1" may be omitted from an address.
        let paths = [known, place].map { $0.path.hasSuffix("/v1") ? String($0.path.dropLast(3)) : $0.path }
        return isSameHost && known.port == place.port && paths[0] == paths[1]
    }

    /// A name that no server of this kind has, and that no other result would get.
    private mutating func freeName(_ found: Found) -> String {
        guard !found.isConfigured else { return found.name }
        let kind =
            switch found.kind {
            case .languageModel: "model"
            case .toolServer: "tools"
            case .speech: ""
            }
        guard !kind.isEmpty else { return found.name }
        func key(_ name: String) -> String { "\(kind)/\(name.lowercased())" }
        let name = Self.freeName(found.name) { name in
            let isKnown = kind == "model" ? models.server(named: name) != nil : tools[name] != nil
            return isKnown || reserved.contains(key(name))
        }
        reserved.insert(key(name))
        return name
    }

    /// The wanted name, or else the name with the first free number.
    static func freeName(_ wanted: String, isTaken: (String) -> Bool) -> String {
        var (name, number) = (wanted, 1)
        while isTaken(name) {
            number += 1
            name = wanted.prefix(LanguageModelServer.longestName - 4) + "-\(number)"
        }
        return name
    }

    private func command(for found: Found) -> String {
        switch found.kind {
        case .languageModel(let kind):
            let model = found.chosenModel
            return ShellWords.line(
                ["jarvis", "servers", "add", found.name, "--kind", kind.rawValue, "--url", found.place]
                    + (model.isEmpty ? [] : ["--model", model]))
        case .toolServer(let server, _)
        where server.environment.isEmpty && server.headers.isEmpty && KeyMask.place(of: server) == server.place:
            let start = ["jarvis", "mcp", "add", found.name]
            switch server.way {
            case .address(let address): return ShellWords.line(start + ["--url", address])
            case .command(let program, let arguments): return ShellWords.line(start + ["--", program] + arguments)
            }
        // The command must not contain secret values, and a speech server may need several settings, so use the
        // identifier.
        case .toolServer, .speech: return ShellWords.line(["jarvis", "discover", "--add", found.id])
        }
    }
}

extension Found {
    /// The name of the model to use; empty for the server's default.
    public var chosenModel: String {
        // llama.cpp has a single model, which is named after its file.
        source == "llama.cpp" ? "" : models.first ?? ""
    }
}

/// Quotes words for a shell. Pure.
enum ShellWords {
    static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:@%+=,".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

/// Masks keys that other programs put into command lines and addresses. Pure.
enum KeyMask {
    private static let mask = "•••"
    private static let names = ["key", "token", "secret", "password", "passwd", "auth", "credential"]
    /// The prefixes of keys, according to the documentation of their services.
    private static let beginnings = [
        "sk-", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "hf_", "Bearer ",
    ]
    private static let leastRandom = 32

    /// A server's command or address, as in `ToolServer.place`, with anything that looks like a key masked.
    static func place(of server: ToolServer) -> String {
        switch server.way {
        case .command(let program, let arguments):
            var (words, isValue) = ([program], false)
            for argument in arguments {
                words.append(isValue && !argument.hasPrefix("-") ? mask : masked(argument))
                isValue = argument.hasPrefix("-") && !argument.contains("=") && isName(argument)
            }
            return words.joined(separator: " ")
        case .address(let address):
            guard let query = address.firstIndex(of: "?") else { return address }
            let fields = address[address.index(after: query)...].split(separator: "&").map { masked(String($0)) }
            return address[...query] + fields.joined(separator: "&")
        }
    }

    private static func masked(_ word: String) -> String {
        if let sign = word.firstIndex(of: "=") {
            let value = String(word[word.index(after: sign)...])
            return isName(word[..<sign]) || isKey(value) ? word[...sign] + mask : word
        }
        return isKey(word) ? mask : word
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        let text = text.lowercased()
        return names.contains { text.contains($0) }
    }

    private static func isKey(_ text: String) -> Bool {
        guard !beginnings.contains(where: { text.hasPrefix($0) }) else { return true }
        return text.utf8.count >= leastRandom && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
