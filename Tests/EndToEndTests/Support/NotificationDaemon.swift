// SPDX-License-Identifier: GPL-3.0-or-later
// A real notification daemon (dunst) on the virtual desktop, and a user's clicks on it.

import Glibc
import JarvisProgramTesting
import JarvisTesting
import Testing

/// Shows notifications until deinitialized.
final class NotificationDaemon {
    private let folder: TemporaryFolder
    private var child: ChildProcess
    /// Prints what is shown, as it passes over the bus.
    private let monitor: ChildProcess

    /// Starts the daemon and returns once it answers.
    init() async throws {
        folder = try TemporaryFolder("jarvis-dunst")
        // dunst shows its menu of actions with another program, which gets one action per line and prints the chosen
        // one.
        try Self.write("#!/bin/sh\ngrep \"^#$(cat '\(folder.path)/choice') \" | head -n 1\n", to: folder.path + "/menu")
        chmod(folder.path + "/menu", 0o700)
        try Self.write("[global]\n    dmenu = \(folder.path)/menu\n", to: folder.path + "/dunstrc")
        monitor = try ChildProcess("dbus-monitor", ["interface=org.freedesktop.Notifications,member=Notify"])
        let isListening = try await eventually { [monitor] in monitor.output.contains("NameLost") }
        try #require(isListening, "dbus-monitor listens; it said: \(monitor.output)")
        child = try await Self.start(folder)
    }

    private static func start(_ folder: TemporaryFolder) async throws -> ChildProcess {
        let child = try ChildProcess("dunst", ["-conf", folder.path + "/dunstrc"])
        let isThere = try await eventually { try await ChildProcess.run("dunstctl", ["is-paused"]).status == 0 }
        try #require(isThere, "dunst answers; it said: \(child.output)")
        return child
    }

    /// Kills the daemon, as in a crash, and starts it again.
    func restart() async throws {
        child.send(signal: SIGKILL)
        child.wait()
        child = try await Self.start(folder)
    }

    deinit {
        child.send(signal: SIGTERM)
    }

    /// Number of notifications on screen.
    func shown() async throws -> Int {
        let count = try await ChildProcess.run("dunstctl", ["count", "displayed"])
        return Int(count.output.filter(\.isNumber)) ?? -1
    }

    /// Whether the daemon's window is on screen.
    func isOnScreen() async throws -> Bool {
        try await ChildProcess.run("xdotool", ["search", "--onlyvisible", "--class", "^Dunst$"]).status == 0
    }

    /// Dismisses the top notification, as a click does.
    func dismiss() async throws {
        let result = try await ChildProcess.run("dunstctl", ["close"])
        #expect(result.status == 0, "dunstctl: \(result.output)")
    }

    /// Chooses an action of the notification by its label, once it is there: the actions change with what is told.
    func choose(_ action: String) async throws {
        // What the bus has delivered to the monitor reaches the daemon before anything that is sent from now on.
        let isOffered = try await eventually {
            let shown = monitor.output.split(separator: "member=Notify").dropFirst().last
            return shown?.contains("\"\(action)\"") == true
        }
        try #require(isOffered, "\(action) is offered; the last that was shown: \(monitor.output.suffix(800))")
        try Self.write(action, to: folder.path + "/choice")
        let result = try await ChildProcess.run("dunstctl", ["context"])
        #expect(result.status == 0, "dunstctl: \(result.output)")
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }
}
