// SPDX-License-Identifier: GPL-3.0-or-later
// The servers on disk: one small JSON document, replaced atomically at every change. Values of variables and headers
// are never in it.

public import JarvisCore
public import JarvisPlatform

/// Keeps the servers in one file that several processes may change:
///
///     {"format":"jarvis-tool-servers","version":1,
///      "servers":[{"name":"files","enabled":true,"command":"uvx","args":["mcp-server-files"],"env":["TOKEN"],
///                  "allowed":{"reading":true,"tools":["write"],"descriptions":{"write":"9f86…"}}}]}
///
/// A damaged file is a failure, and is renamed to `<path>.damaged-<n>` when something is changed. Unknown keys survive.
public actor JSONToolServers {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let report: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - path: usually `path(in:)`.
    ///   - report: Told when a damaged file was set aside, with its new path.
    public init(
        path: String, system: FileSystem = FileSystem(), report: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.report = report
        executor = WorkerExecutor(name: "tool-servers")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// Where the user's servers are kept.
    public static func path(in directories: BaseDirectories) -> String {
        directories.configuration + "/tool-servers.json"
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Throws: `StoreFailure`.
    public func list() throws(StoreFailure) -> ToolServerList {
        ToolServerDocument.list(of: try file.document())
    }

    /// Yields whenever the file has changed, by this or another process; at most one waits.
    public nonisolated func changes() -> AsyncStream<Void> {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        return (try? FileWatcher.changes(folder: file.folder, name: name)) ?? AsyncStream { $0.finish() }
    }

    /// Changes the servers, without another process coming in between.
    /// - Throws: `StoreFailure`.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout ToolServerList) -> Result
    ) throws(StoreFailure) -> Result {
        try file.update(
            setAside: { [report, file] in report($0.notice(of: file.path)) },
            read: ToolServerDocument.list, write: ToolServerDocument.write, change)
    }
}
