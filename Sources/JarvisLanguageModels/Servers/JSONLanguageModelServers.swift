// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the list of language-model servers as a small JSON document, replaced atomically with every change. It never
// contains keys.

public import JarvisCore
public import JarvisPlatform

/// Keeps the servers in one file that several processes may change:
///
///     {"format":"jarvis-language-models","version":1,"active":"local",
///      "servers":[{"name":"local","kind":"ollama","address":"http://localhost:11434","model":"llama3.2"}]}
///
/// A damaged file is a failure, and is renamed to `<path>.damaged-<n>` when something is changed. Unknown keys survive.
public actor JSONLanguageModelServers {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let report: @Sendable (Notice) -> Void
    private var unreadable = UnreadableServers()

    /// - Parameters:
    ///   - path: Usually `<configuration>/language-models.json`.
    ///   - report: Called when a damaged file was set aside; servers that could still be read are kept. Also called when
    ///     the file has entries that can't be read, which stay in it.
    public init(
        path: String, system: FileSystem = FileSystem(), report: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.report = report
        executor = WorkerExecutor(name: "language-models")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// The actor runs on its own thread, because it reads and writes files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All servers, and the one in use.
    /// - Throws: `StoreFailure`.
    public func list() throws(StoreFailure) -> LanguageModelServerList {
        let document = try file.document()
        let count = LanguageModelDocument.unreadable(in: document).count
        if let notice = unreadable.notice(count, path: file.path) { report(notice) }
        return LanguageModelDocument.list(of: document)
    }

    /// Yields whenever this or another process has changed the file; at most one element is buffered.
    public nonisolated func changes() -> AsyncStream<Void> { file.changes() }

    /// Changes the servers while other processes are locked out.
    /// - Throws: `StoreFailure`.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout LanguageModelServerList) -> Result
    ) throws(StoreFailure) -> Result {
        try file.update(
            setAside: { [report, file] in report($0.notice(of: file.path)) },
            read: LanguageModelDocument.list, write: LanguageModelDocument.write, change)
    }
}

/// Converts between the list of servers and the JSON document. Pure.
enum LanguageModelDocument {
    static func list(of document: JSONObject) -> LanguageModelServerList {
        var list = LanguageModelServerList()
        for value in document["servers"]?.asArray ?? [] {
            if let server = value.asObject.flatMap(server) { list.put(server) }
        }
        list.activeName = document["active"]?.asText.flatMap { list.server(named: $0)?.name }
        return list
    }

    /// Entries that make no server, or one of a kind that only a later version knows. They stay in the file.
    static func unreadable(in document: JSONObject) -> [JSONValue] {
        (document["servers"]?.asArray ?? []).filter { $0.asObject.flatMap(server) == nil }
    }

    /// Replaces the servers in a document; everything else is kept.
    static func write(_ list: LanguageModelServerList, into document: inout JSONObject) {
        if document["format"] == nil { document["format"] = .text("jarvis-language-models") }
        if document["version"] == nil { document["version"] = .integer(1) }
        document["active"] = list.activeName.map(JSONValue.text)
        let old = document["servers"]?.asArray ?? []
        let unknown = unreadable(in: document)
        let written = list.servers.map { server in
            let known = old.lazy.compactMap(\.asObject).first { $0["name"]?.asText == server.name }
            return JSONValue.object(object(of: server, from: known ?? JSONObject()))
        }
        document["servers"] = .array(written + unknown)
    }

    private static func server(_ object: JSONObject) -> LanguageModelServer? {
        guard let name = object["name"]?.asText, LanguageModelServer.isName(name),
            let kind = object["kind"]?.asText.flatMap(LanguageModelKind.init), let address = object["address"]?.asText
        else { return nil }
        let context = object["contextTokens"]?.asInteger.map { Int(clamping: $0) }
        let answer = object["maximumTokens"]?.asInteger.map { Int(clamping: $0) }
        let options = ChatOptions(
            temperature: object["temperature"]?.asDouble.flatMap {
                LanguageModelServer.temperatures.contains($0) ? $0 : nil
            },
            maximumTokens: answer.flatMap { LanguageModelServer.answers.contains($0) ? $0 : nil },
            contextTokens: context.flatMap { LanguageModelServer.contexts.contains($0) ? $0 : nil }
                ?? ChatOptions.usualContextTokens,
            keepAlive: object["keepAlive"]?.asText)
        return LanguageModelServer(
            name: name, kind: kind, address: address, model: object["model"]?.asText ?? "",
            prompt: object["prompt"]?.asText ?? "", options: options)
    }

    private static func object(of server: LanguageModelServer, from known: JSONObject) -> JSONObject {
        func text(_ text: String) -> JSONValue? { text.isEmpty ? nil : .text(text) }
        var object = known
        object["name"] = .text(server.name)
        object["kind"] = .text(server.kind.rawValue)
        object["address"] = .text(server.address)
        object["model"] = text(server.model)
        object["prompt"] = text(server.prompt)
        object["temperature"] = server.options.temperature.map(JSONValue.number)
        object["maximumTokens"] = server.options.maximumTokens.map { .integer(Int64($0)) }
        object["contextTokens"] = .integer(Int64(server.options.contextTokens))
        object["keepAlive"] = server.options.keepAlive.map(JSONValue.text)
        return object
    }
}
