// SPDX-License-Identifier: GPL-3.0-or-later
// What JARVIS has already, so that what is found can be compared with it.

import JarvisCore
import JarvisLanguageModels
import JarvisToolServers

struct KnownServers: Sendable {
    var models = LanguageModelServerList()
    var tools = ToolServerList()
    var speech = SpeechSettings()
    /// Names that were told for what was found, each behind its kind: two things must not be added by one name.
    private var reserved: Set<String> = []

    /// A file that cannot be read is told of by whatever changes it next.
    init(models: JSONLanguageModelServers, tools: JSONToolServers, settings: any SettingsStore) async {
        self.models = (try? await models.list()) ?? LanguageModelServerList()
        self.tools = (try? await tools.list()) ?? ToolServerList()
        speech = settings.current.speech
    }

    init() {}

    /// With what depends on what there is: whether it is known, what it would be called, and the command that adds it.
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
        // "/v1" may be left out.
        let paths = [known, place].map { $0.path.hasSuffix("/v1") ? String($0.path.dropLast(3)) : $0.path }
        return isSameHost && known.port == place.port && paths[0] == paths[1]
    }

    /// A name that nothing of its kind has or will get.
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

    /// The name, or the next one with a number that is not taken.
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
        // Values must not stand in a command, and a speech server may take several settings.
        case .toolServer, .speech: return ShellWords.line(["jarvis", "discover", "--add", found.id])
        }
    }
}

extension Found {
    /// The model that would be asked; empty for the server's own.
    public var chosenModel: String {
        // llama.cpp has one, and calls it by its file.
        source == "llama.cpp" ? "" : models.first ?? ""
    }
}

/// Words as a shell reads them. Pure.
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

/// Keys that other programs have in command lines and addresses, as they are shown. Pure.
enum KeyMask {
    private static let mask = "•••"
    private static let names = ["key", "token", "secret", "password", "passwd", "auth", "credential"]
    /// What the keys of services begin with, in their own documents.
    private static let beginnings = [
        "sk-", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "hf_", "Bearer ",
    ]
    private static let leastRandom = 32

    /// How a server is reached, as `ToolServer.place` tells it, without what looks like a key.
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
