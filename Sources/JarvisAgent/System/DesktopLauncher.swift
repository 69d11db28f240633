// SPDX-License-Identifier: GPL-3.0-or-later
// Starts applications by their desktop entries and opens addresses in the browser, both through GIO as the desktop
// does.

public import GioKit
public import JarvisCore
import JarvisPlatform

/// Lists and starts the applications of the user's session. Thread-safe.
public final class DesktopLauncher: Launcher {
    /// Returns the window's launch context, which tells the window system who starts a program; nil without a window.
    public typealias ContextSource = @MainActor @Sendable () -> LaunchContext?
    /// Runs "jarvis launch" outside this process, with the target, its name for people, and environment variables.
    public typealias Handover =
        @Sendable (_ target: String, _ name: String, _ variables: [String: String]) async throws(BusFailure) -> Void

    private let context: ContextSource?
    private let handover: Handover?
    private let runner = ProcessRunner()

    /// - Parameters:
    ///   - context: Called on the main thread before each start; nil without a window.
    ///   - handover: Starts programs outside this process; nil if this process may start them itself.
    public init(context: ContextSource? = nil, handover: Handover? = nil) {
        self.context = context
        self.handover = handover
    }

    /// The applications that menus show, sorted by name.
    public func applications() -> [InstalledApplication] {
        ApplicationEntry.all().filter(\.isShown).map { entry in
            let (name, untranslated) = (entry.name, entry.untranslatedName)
            // Include the untranslated name: requests are in English, whatever the desktop's language.
            return InstalledApplication(
                id: entry.id, name: name, otherNames: name == untranslated ? [] : [untranslated])
        }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// Covers the folders for desktop entries and their subfolders, to the depth that GIO searches.
    public func applicationsVersion() -> UInt64? { Self.version(of: Self.folders) }

    /// A value that changes whenever a file in these folders is added, removed or replaced.
    static func version(of folders: [String]) -> UInt64 {
        var hasher = Hasher()
        func add(_ folder: String, depth: Int) {
            var status = FileStatus()
            var names: [String] = []
            // A missing folder may appear later.
            guard FileSystem().statusOfPath(folder, &status) >= 0, FileSystem().listFolder(folder, &names) >= 0 else {
                return hasher.combine(0)
            }
            hasher.combine(status)
            hasher.combine(names.sorted())
            guard depth > 0 else { return }
            for name in names where !name.contains(".") { add(folder + "/" + name, depth: depth - 1) }
        }
        for folder in folders { add(folder, depth: 2) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private static var folders: [String] {
        let own = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
        let system = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return ([own] + system.split(separator: ":").map(String.init)).map { $0 + "/applications" }
    }

    /// Starts an application in a process session of its own, or asks the bus to start it.
    /// - Throws: `AgentFailure` with the reason for people.
    public func open(_ application: InstalledApplication) async throws {
        guard let entry = ApplicationEntry(id: application.id) else {
            throw failure("\(application.name) isn't installed any more.")
        }
        try await launch(entry, opening: [], by: application.id)
    }

    /// Opens an HTTP(S) address in the user's browser.
    /// - Throws: `AgentFailure` for other schemes, or if no browser can be found.
    public func open(address: String) async throws {
        let scheme = address.lowercased().prefix { $0 != ":" }
        guard ["http", "https"].contains(scheme), address.dropFirst(scheme.count).hasPrefix("://") else {
            throw failure("I only open web addresses.")
        }
        if let browser = ApplicationEntry(forScheme: String(scheme)) {
            return try await launch(browser, opening: [address], by: address)
        }
        if let handover {
            return try await handOver(handover, address, name: "the browser")
        }
        // xdg-open knows some desktops, and the variable BROWSER, which GIO doesn't.
        do {
            try runner.launch(ProcessCommand("xdg-open", [address], inheritsEverything: true))
        } catch {
            throw failure("I can't find a browser. Install xdg-utils.")
        }
    }

    /// - Parameter target: The application identity or the address to pass to the handover.
    private func launch(_ entry: ApplicationEntry, opening addresses: [String], by target: String) async throws {
        // The bus starts its applications outside this process anyway.
        if let handover, !entry.isStartedByBus {
            return try await handOver(handover, target, name: entry.name, for: entry)
        }
        let withheld = Environment.withheldNames()
        do {
            if let context {
                try await MainActor.run {
                    try entry.launch(opening: addresses, withoutVariables: withheld, context: context())
                }
            } else {
                // The bus and the fork may block for a while.
                try await WorkerThread(name: "launcher").run {
                    try entry.launch(opening: addresses, withoutVariables: withheld)
                }
            }
        } catch let error as LaunchFailure {
            throw failure("I couldn't start \(error.application): \(error.reason)")
        }
    }

    private func handOver(
        _ handover: Handover, _ target: String, name: String, for entry: ApplicationEntry? = nil
    ) async throws {
        let token = await MainActor.run { entry.flatMap { context?()?.token(for: $0) } }
        // The variables that GIO sets, for X11 and for Wayland.
        let variables = token.map { ["DESKTOP_STARTUP_ID": $0, "XDG_ACTIVATION_TOKEN": $0] } ?? [:]
        do {
            try await handover(target, name, variables)
        } catch {
            let reason =
                switch error {
                case .refused(let answer): answer.message
                case .disconnected(let words): words
                default: "systemd isn't responding"
                }
            throw failure("I couldn't start \(name): \(reason)")
        }
    }

    private func failure(_ reason: String) -> AgentFailure {
        .skillFailed(skill: "application", reason: reason)
    }
}
