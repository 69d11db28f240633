// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis discover: finds services on and near this computer that JARVIS could use.

public import ArgumentParser
import Glibc
import JarvisCore
import JarvisDiscovery
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisStore
import JarvisToolServers

/// Searches once, lists the results, and adds those that the user agrees to.
public struct DiscoverCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "Find servers that JARVIS could use, and list or add them.",
        discussion: "Checks the usual ports on this computer (Ollama, llama.cpp, LM Studio, vLLM, Jan, Wyoming), "
            + "reads tool servers from other programs' files, and asks Avahi, if it runs, for speech "
            + "servers on the network. Nothing is used until you add it.")
    @Option(
        name: .long,
        help: ArgumentHelp("Add the server with this identifier, after asking you.", valueName: "ID"))
    var add: String?
    @Flag(name: .long, help: "Don't ask before adding.") var yes = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    public init() {}

    public func validate() throws {
        guard !yes || add != nil else { throw ValidationError("Use --yes only with --add.") }
        guard add == nil || !output.json else { throw ValidationError("Use either --json or --add.") }
    }

    public func run() throws {
        let discovery = Self.discovery()
        let (all, notes) = try Self.look(discovery)
        if let add { return try self.add(add, among: all, discovery) }
        if output.json {
            return try Console.json(
                .object([
                    "found": .array(all.map(Self.json)), "notes": .array(notes.map { .text($0.commandAdvice) }),
                ]))
        }
        for found in all {
            let state = found.isConfigured ? "in JARVIS" : found.command
            let columns = [found.id, found.source, found.place, found.models.joined(separator: ", "), state]
            try Console.say(columns.map(PlainText.cell).joined(separator: "\t"))
        }
        if all.isEmpty { Console.note("jarvis: Nothing found.") }
        for note in notes where !note.isAboutSearching {
            Console.note("jarvis: \(PlainText.printable(note.commandAdvice))")
        }
    }

    private static func tellDamage(_ notice: Notice) {
        Console.note("jarvis: \(PlainText.printable(notice.commandAdvice))")
    }

    private static func discovery() -> Discovery {
        let directories = BaseDirectories.current()
        return Discovery(
            models: JSONLanguageModelServers(
                path: directories.configuration + "/language-models.json", report: Self.tellDamage),
            tools: JSONToolServers(path: JSONToolServers.path(in: directories), report: Self.tellDamage),
            secrets: ToolServerSecrets(EnvironmentSecrets(before: SecretServiceStore())),
            settings: JSONSettingsStore(path: directories.configuration + "/settings.json"),
            network: NetworkOnDemand())
    }

    private static func look(_ discovery: Discovery) throws -> ([Found], [DiscoveryNote]) {
        try runOnMainLoop {
            var (all, notes): ([Found], [DiscoveryNote]) = ([], [])
            for await result in discovery.results() {
                switch result {
                case .found(let found): all.append(found)
                case .note(let note): notes.append(note)
                }
            }
            return (all.sorted { $0.id < $1.id }, notes)
        }
    }

    private static func json(_ found: Found) -> JSONValue {
        let kind =
            switch found.kind {
            case .languageModel(let kind): kind.rawValue
            case .speech: "wyoming"
            case .toolServer: "mcp"
            }
        return .object([
            "id": .text(found.id), "kind": .text(kind), "name": .text(found.name), "source": .text(found.source),
            "place": .text(found.place), "models": .array(found.models.map(JSONValue.text)),
            "configured": .flag(found.isConfigured), "remote": .flag(found.remoteHost != nil),
            "command": .text(found.command),
        ])
    }

    // MARK: Adding

    private func add(_ id: String, among all: [Found], _ discovery: Discovery) throws {
        guard let found = all.first(where: { $0.id == id }) else {
            throw CommandFailure("There's no \"\(id)\". \"jarvis discover\" lists what it finds.")
        }
        guard !found.isConfigured else { throw CommandFailure("JARVIS already has \"\(id)\".") }
        if !yes { try Self.ask(about: found) }
        tell(try runOnMainLoop { try await discovery.add(found) }, found)
    }

    private static func ask(about found: Found) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure("Nothing was added: there's no terminal to ask on. Add --yes to agree.")
        }
        let model = found.chosenModel.isEmpty ? "" : ", with the model \(found.chosenModel)"
        let remote = found.remoteHost.map { " What you say is sent to \($0)." } ?? ""
        Console.note(
            PlainText.printable(
                "Add \(found.source) as \"\(found.name)\" (\(found.place)\(model))?\(remote) [y]es or [n]o:"))
        let answer = readLine()?.lowercased().filter { !$0.isWhitespace }
        guard answer == "y" || answer == "yes" else { throw CommandFailure("Nothing was added.") }
    }

    private func tell(_ addition: Addition, _ found: Found) {
        switch addition {
        case .languageModel(let name, true): Console.note("jarvis: \(name) was added and is in use.")
        case .languageModel(let name, false):
            Console.note("jarvis: \(name) was added; \"jarvis servers use \(name)\" uses it.")
        case .toolServer(let name): Console.note("jarvis: \(name) was added; \"jarvis mcp test \(name)\" tries it.")
        case .speech(let abilities):
            let parts = (abilities.recognizes ? ["recognizes speech"] : []) + (abilities.speaks ? ["speaks"] : [])
            Console.note("jarvis: \(found.place) \(parts.joined(separator: " and ")) from now on.")
        }
        if let host = found.remoteHost { Console.note("jarvis: What you ask it is sent to \(host).") }
    }
}
