// SPDX-License-Identifier: GPL-3.0-or-later
// What servers offered last, kept on disk: a request need not wait for every server to start before it is known which
// tools there are. Before one of them is called, its server is asked again.

import JarvisCore
import JarvisPlatform

/// Keeps each server's list of tools in a file of its own in the cache; losing one does no harm.
public actor ToolMemory {
    private let executor = WorkerExecutor(name: "tool-memory")
    private let folder: String
    /// What is in the files, as far as this program has read or written them.
    private var kept: [String: [ToolDescription]] = [:]

    private static let format = "jarvis-tool-list"
    private static let version: Int64 = 1
    private static let longest = 1 << 20

    /// - Parameter folder: usually `<cache>/tool-servers`.
    public init(folder: String) {
        self.folder = folder
    }

    /// The files' own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What a server offered last; nil where that is not known, or it was set up differently then.
    public func tools(of server: ToolServer) -> [ToolDescription]? {
        guard let text = WholeFile.text(path(of: server.name), limit: Self.longest),
            let object = (try? JSONValue(parsing: Array(text.utf8)))?.asObject,
            object["format"]?.asText == Self.format, object["version"]?.asInteger == Self.version,
            object["server"] == Self.identity(of: server)
        else { return nil }
        return object["tools"]?.asArray?.compactMap(ToolDescription.init)
    }

    /// Keeps what a server offers now.
    public func keep(_ tools: [ToolDescription], of server: ToolServer) {
        guard kept[server.name] != tools else { return }
        kept[server.name] = tools
        let object: JSONObject = [
            "format": .text(Self.format), "version": .integer(Self.version), "server": Self.identity(of: server),
            "tools": .array(tools.map(\.value)),
        ]
        let bytes = JSONValue.object(object).bytes
        // A list that was not kept is asked for again.
        guard bytes.count <= Self.longest else { return forget(server.name) }
        try? Folder.create(folder)
        try? AtomicFile.write(path(of: server.name), bytes)
    }

    /// The server has been removed.
    public func forget(_ server: String) {
        kept[server] = nil
        try? FolderTree.remove(path(of: server))
    }

    /// How the server is reached: another program by the same name has other tools.
    private static func identity(of server: ToolServer) -> JSONValue {
        let way: [String] =
            switch server.way {
            case .command(let program, let arguments): ["command", program] + arguments
            case .address(let address): ["address", address]
            }
        return .array([way, server.environment, server.headers].map { .array($0.map(JSONValue.text)) })
    }

    private func path(of server: String) -> String { "\(folder)/\(server.lowercased()).tools.json" }
}
