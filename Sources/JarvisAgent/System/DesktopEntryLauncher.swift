// SPDX-License-Identifier: GPL-3.0-or-later
// Opens applications by their desktop entries, and addresses by the desktop's own opener.

import Glibc
public import JarvisCore
import JarvisPlatform
import Synchronization

/// Applications from the XDG data folders; may be used from any thread.
public final class DesktopEntryLauncher: Launcher {
    private struct Cache {
        var entries: [DesktopEntry] = []
        /// Modification times of the folders when they were read.
        var stamps: [Int64] = []
    }

    private let folders: [String]
    private let desktops: [String]
    private let searchPath: String
    private let cache = Mutex(Cache())

    /// - Parameters:
    ///   - dataFolders: XDG data folders, most important first.
    ///   - desktops: names of the running desktop (`XDG_CURRENT_DESKTOP`).
    ///   - searchPath: folders of programs, separated by colons.
    public init(dataFolders: [String], desktops: [String], searchPath: String) {
        folders = dataFolders.map { $0 + "/applications" }
        self.desktops = desktops
        self.searchPath = searchPath
    }

    /// The launcher of the user's session.
    public static func current() -> DesktopEntryLauncher {
        let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
        let system = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let desktops = Environment.value("XDG_CURRENT_DESKTOP") ?? ""
        return DesktopEntryLauncher(
            dataFolders: [home] + system.split(separator: ":").map(String.init),
            desktops: desktops.split(separator: ":").map(String.init),
            searchPath: Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin")
    }

    /// Applications that are meant to be shown, by name.
    public func applications() -> [InstalledApplication] {
        entries().map { InstalledApplication(id: $0.id, name: $0.name) }
    }

    /// Starts an application in a session of its own.
    /// - Throws: `AgentFailure` with the reason for people.
    public func open(_ application: InstalledApplication) throws {
        guard let entry = entries().first(where: { $0.id == application.id }) else {
            throw failure("\(application.name) is not installed any more.")
        }
        guard var arguments = entry.arguments else { throw failure("The launcher of \(entry.name) is damaged.") }
        if entry.runsInTerminal {
            guard let terminal = terminal() else {
                throw failure("\(entry.name) needs a terminal, and I found none.")
            }
            arguments = terminal + arguments
        }
        guard let program = DetachedProcess.resolve(arguments[0], searchPath: searchPath) else {
            throw failure("The program of \(entry.name), \(arguments[0]), is missing.")
        }
        arguments[0] = program
        try start(arguments, called: entry.name)
    }

    /// Opens an http(s) address in the user's browser.
    /// - Throws: `AgentFailure` for other schemes, and where there is no opener.
    public func open(address: String) throws {
        let lower = address.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
            throw failure("I only open web addresses.")
        }
        for opener in [["xdg-open"], ["gio", "open"]] {
            if let program = DetachedProcess.resolve(opener[0], searchPath: searchPath) {
                return try start([program] + opener.dropFirst() + [address], called: "the browser")
            }
        }
        throw failure("I found no way to open a browser. Installing the package xdg-utils helps.")
    }

    private func start(_ arguments: [String], called name: String) throws {
        do {
            try DetachedProcess.start(arguments)
        } catch {
            throw failure("\(name) could not be started: \(error.text).")
        }
    }

    private func failure(_ reason: String) -> AgentFailure {
        .skillFailed(skill: "application", reason: reason)
    }

    /// The command before a program that needs a terminal.
    private func terminal() -> [String]? {
        let candidates = [
            ["x-terminal-emulator", "-e"], ["gnome-terminal", "--"], ["konsole", "-e"], ["xfce4-terminal", "-x"],
            ["foot"], ["xterm", "-e"],
        ]
        return candidates.first { DetachedProcess.resolve($0[0], searchPath: searchPath) != nil }
    }

    /// All entries; the folders are read again only after they have changed.
    private func entries() -> [DesktopEntry] {
        let tree = folders.flatMap { [$0] + subfolders($0) }
        let stamps = tree.map(Self.stamp)
        return cache.withLock { cache in
            if cache.stamps != stamps || cache.stamps.isEmpty {
                cache = Cache(entries: readEntries(), stamps: stamps)
            }
            return cache.entries
        }
    }

    private func readEntries() -> [DesktopEntry] {
        var seen: Set<String> = []
        var entries: [DesktopEntry] = []
        for folder in folders {
            for (id, path) in files(in: folder, prefix: "", depth: 0) where seen.insert(id).inserted {
                guard let text = SmallFile.text(path, limit: 262_144),
                    let entry = DesktopEntry(id: id, path: path, text: text, desktops: desktops),
                    entry.tryExec.map({ DetachedProcess.resolve($0, searchPath: searchPath) != nil }) ?? true
                else { continue }
                entries.append(entry)
            }
        }
        return entries.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// Identities and paths of a folder's entries; a subfolder's name becomes part of the identity.
    private func files(in folder: String, prefix: String, depth: Int) -> [(String, String)] {
        SmallFile.names(folder).flatMap { name -> [(String, String)] in
            let path = folder + "/" + name
            if name.hasSuffix(".desktop") { return [(prefix + name, path)] }
            return depth < 3 && SmallFile.isFolder(path)
                ? files(in: path, prefix: prefix + name + "-", depth: depth + 1) : []
        }
    }

    private func subfolders(_ folder: String) -> [String] {
        SmallFile.names(folder).filter { !$0.hasSuffix(".desktop") }.map { folder + "/" + $0 }
            .filter(SmallFile.isFolder)
    }

    private static func stamp(_ path: String) -> Int64 {
        var information = stat()
        guard stat(path, &information) == 0 else { return 0 }
        return Int64(information.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(information.st_mtim.tv_nsec)
    }
}
