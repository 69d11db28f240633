// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual desktops that checks use one after another, since starting one takes as long as most checks.

import Glibc
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

/// A running desktop. It ends with this object, and with this process.
final class SharedDesktop: Sendable {
    /// The environment of what runs on it.
    let variables: [String: String]
    fileprivate let options: [String]
    private let child: ChildProcess

    fileprivate init(_ options: [String]) async throws {
        self.options = options
        let folder = try TemporaryFolder("jarvis-shared-desktop")
        let file = folder.path + "/environment"
        let script = "env -0 >\"$1.part\" && mv \"$1.part\" \"$1\" && exec tail --pid=\"$2\" -f /dev/null"
        child = try ChildProcess(
            WindowHost.root + "/scripts/virtual-desktop",
            options + ["--", "sh", "-c", script, "sh", file, "\(getpid())"])
        let child = child
        await yieldUntil { Environment.exists(file) || !child.isRunning }
        try #require(Environment.exists(file), "the desktop starts; it said: \(child.output)")
        var variables: [String: String] = [:]
        for entry in ChildProcess.contents(of: file).split(separator: "\0") {
            guard let end = entry.firstIndex(of: "=") else { continue }
            variables[String(entry[..<end])] = String(entry[entry.index(after: end)...])
        }
        self.variables = variables
    }

    deinit {
        // Unlike being killed, this ends everything on it.
        child.send(signal: SIGTERM)
        child.wait()
    }

    /// Removes what the last check has stored, and puts the pointer where it was.
    fileprivate func clear() async throws {
        let script = """
            rm -rf "$XDG_DATA_HOME/jarvis" "$XDG_CONFIG_HOME/jarvis" "$XDG_STATE_HOME/jarvis" "$XDG_CACHE_HOME/jarvis"
            rm -f "$VIRTUAL_DESKTOP"/*.png "$VIRTUAL_DESKTOP"/*.json
            [ -z "$DISPLAY" ] || xdotool mousemove --polar 0 0
            """
        let cleared = try await ChildProcess.run(
            "env", ["-i"] + variables.map { "\($0.key)=\($0.value)" } + ["sh", "-c", script])
        try #require(cleared.status == 0, "\(cleared.output)")
    }
}

/// The desktops that no check uses now.
enum SharedDesktops {
    private static let free = Mutex<[SharedDesktop]>([])

    /// A desktop of one's own, until it is given back.
    static func acquire(_ options: [String]) async throws -> SharedDesktop {
        let found = free.withLock { free in
            free.firstIndex { $0.options == options }.map { free.remove(at: $0) }
        }
        guard let found else { return try await SharedDesktop(options) }
        try await found.clear()
        return found
    }

    static func release(_ desktop: SharedDesktop) { free.withLock { $0.append(desktop) } }
}
