// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the latest tool lists of servers on disk, so a request need not wait for every server to start. Before a call,
// the server is asked again.

import JarvisCore
import JarvisPlatform

/// Stores each server's list of tools in its own file in the cache. Losing one does no harm.
public actor ToolMemory {
    private let executor = WorkerExecutor(name: "tool-memory")
    private let folder: String
    /// The lists this process has written, to skip writing the same again.
    private var kept: [String: [ToolDescription]] = [:]

    private static let format = "jarvis-tool-list"
    private static let version: Int64 = 1
    private static let longest = 1 << 20

    /// - Parameter folder: The folder for the files, usually `<cache>/tool-servers`.
    public init(folder: String) {
        self.folder = folder
    }

    /// The thread that reads and writes the files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A server's last known tools; `nil` if unknown, or if its setup has changed since.
    public func tools(of server: ToolServer) -> [ToolDescription]? {
        guard let text = WholeFile.text(path(of: server.name), limit: Self.longest),
            let object = (try? JSONValue(parsing: Array(text.utf8)))?.asObject,
            object["format"]?.asText == Self.format, object["version"]?.asInteger == Self.version,
            object["server"] == Self.identity(of: server)
        else { return nil }
        return object["tools"]?.asArray?.compactMap(ToolDescription.init)
    }

    /// Stores a server's current tools.
    public func keep(_ tools: [ToolDescription], of server: ToolServer) {
        guard kept[server.name] != tools else { return }
        kept[server.name] = tools
        let object: JSONObject = [
            "format": .text(Self.format), "version": .integer(Self.version), "server": Self.identity(of: server),
            "tools": .array(tools.map(\.value)),
        ]
        let bytes = JSONValue.object(object).bytes
        // Too long to store: it is fetched again next time.
        guard bytes.count <= Self.longest else { return forget(server.name) }
        try? Folder.create(folder)
        try? AtomicFile.write(path(of: server.name), bytes)
    }

    /// Deletes the list of a server that was removed.
    public func forget(_ server: String) {
        kept[server] = nil
        try? FolderTree.remove(path(of: server))
    }

    /// Identifies the server by its setup: another program with the same name has other tools.
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
