// SPDX-License-Identifier: GPL-3.0-or-later
// What servers have said on their errors, kept for when somebody asks why.

import JarvisCore
import JarvisPlatform

/// Keeps the end of each server's log in a file of its own; losing one does no harm.
public actor ToolServerLogs {
    private let executor = WorkerExecutor(name: "tool-logs")
    private let folder: String

    private static let longest = 65_536

    /// - Parameter folder: usually `<cache>/tool-servers`.
    public init(folder: String) {
        self.folder = folder
    }

    /// The logs' own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The lines of the last times that it ran, oldest first.
    public func lines(of server: String) -> [String] {
        let text = WholeFile.text(path(of: server), limit: Self.longest) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    func add(_ remains: ChannelRemains, of server: String) {
        var lines = remains.log
        if let rubbish = remains.rubbish { lines.append("[not of the protocol] " + rubbish) }
        if let exit = remains.exit {
            switch exit {
            case .exited(let status): lines.append("[ended with status \(status)]")
            case .signalled(let signal): lines.append("[ended by signal \(signal)]")
            }
        }
        guard !lines.isEmpty else { return }
        let old = WholeFile.text(path(of: server), limit: Self.longest) ?? ""
        let whole = Array((old + lines.joined(separator: "\n") + "\n").utf8)
        // That a log was not kept is of no account: the failure that it explains is told anyway.
        try? Folder.create(folder)
        try? AtomicFile.write(path(of: server), Array(whole.suffix(Self.longest)))
    }

    /// The server has been removed.
    public func forget(_ server: String) {
        try? FolderTree.remove(path(of: server))
    }

    private func path(of server: String) -> String { "\(folder)/\(server.lowercased()).log" }
}
