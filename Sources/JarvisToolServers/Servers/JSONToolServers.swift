// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the servers on disk: a small JSON document, replaced atomically on every change. It never contains values of
// variables or headers, which are secrets.

public import JarvisCore
public import JarvisPlatform

/// Stores the servers in one file that several processes may change:
///
///     {"format":"jarvis-tool-servers","version":1,
///      "servers":[{"name":"files","enabled":true,"command":"uvx","args":["mcp-server-files"],"env":["TOKEN"],
///                  "allowed":{"reading":true,"tools":["write"],"descriptions":{"write":"9f86…"}}}]}
///
/// A damaged file makes `list` throw; the next change renames it to `<path>.damaged-<n>`. Unknown keys survive.
public actor JSONToolServers {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let report: @Sendable (Notice) -> Void
    private var unreadable = UnreadableServers()

    /// - Parameters:
    ///   - path: The file, usually `path(in:)`.
    ///   - report: Called after a damaged file was set aside, with its new path, and when the file has entries that can't
    ///     be read, which stay in it.
    public init(
        path: String, system: FileSystem = FileSystem(), report: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.report = report
        executor = WorkerExecutor(name: "tool-servers")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// The path of the user's servers.
    public static func path(in directories: BaseDirectories) -> String {
        directories.configuration + "/tool-servers.json"
    }

    /// The store's own thread, which all file access runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The servers in the file; an empty list without a file.
    /// - Throws: `StoreFailure` if the file is damaged or cannot be read.
    public func list() throws(StoreFailure) -> ToolServerList {
        let document = try file.document()
        let count = ToolServerDocument.unreadable(in: document).count
        if let notice = unreadable.notice(count, path: file.path) { report(notice) }
        return ToolServerDocument.list(of: document)
    }

    /// Yields when this or another process has changed the file. Buffers at most one element.
    public nonisolated func changes() -> AsyncStream<Void> { file.changes() }

    /// Changes the servers under a lock that other processes respect.
    /// - Returns: The result of `change`.
    /// - Throws: `StoreFailure` if the file cannot be written.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout ToolServerList) -> Result
    ) throws(StoreFailure) -> Result {
        try file.update(
            setAside: { [report, file] in report($0.notice(of: file.path)) },
            read: ToolServerDocument.list, write: ToolServerDocument.write, change)
    }
}
