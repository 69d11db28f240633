// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the servers' standard error output for troubleshooting.

import JarvisCore
import JarvisPlatform

/// Stores the end of each server's log in its own file. Losing one does no harm.
public actor ToolServerLogs {
    private let executor = WorkerExecutor(name: "tool-logs")
    private let folder: String

    private static let longest = 65_536

    /// - Parameter folder: The folder for the files, usually `<cache>/tool-servers`.
    public init(folder: String) {
        self.folder = folder
    }

    /// The thread that reads and writes the logs.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The lines of the last runs, oldest first.
    public func lines(of server: String) -> [String] {
        let text = WholeFile.text(path(of: server), limit: Self.longest) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Appends the output and exit of a run, and drops the oldest bytes beyond the limit.
    func add(_ remains: ChannelRemains, of server: String) {
        var lines = remains.log
        if let rubbish = remains.rubbish { lines.append("[not an MCP message] " + rubbish) }
        if let exit = remains.exit {
            switch exit {
            case .exited(let status): lines.append("[ended with status \(status)]")
            case .signalled(let signal): lines.append("[ended by signal \(signal)]")
            }
        }
        guard !lines.isEmpty else { return }
        let old = WholeFile.text(path(of: server), limit: Self.longest) ?? ""
        let whole = Array((old + lines.joined(separator: "\n") + "\n").utf8)
        // Losing a log does no harm: the failure it explains is reported anyway.
        try? Folder.create(folder)
        try? AtomicFile.write(path(of: server), Array(whole.suffix(Self.longest)))
    }

    /// Deletes the log of a server that was removed.
    public func forget(_ server: String) {
        try? FolderTree.remove(path(of: server))
    }

    private func path(of server: String) -> String { "\(folder)/\(server.lowercased()).log" }
}
