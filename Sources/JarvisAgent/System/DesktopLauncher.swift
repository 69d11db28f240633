// SPDX-License-Identifier: GPL-3.0-or-later
// Opens applications by their desktop entries and addresses in the browser, both as the desktop itself does: by GIO.

public import GioKit
public import JarvisCore
import JarvisPlatform

/// The applications of the user's session; may be used from any thread.
public final class DesktopLauncher: Launcher {
    /// Asks the window for what tells the window system who starts a program.
    public typealias ContextSource = @MainActor @Sendable () -> LaunchContext?

    private let context: ContextSource?
    private let runner = ProcessRunner()

    /// - Parameter context: called on the main thread before each start; nil where there is no window.
    public init(context: ContextSource? = nil) {
        self.context = context
    }

    /// Applications that are meant to be shown, by name.
    public func applications() -> [InstalledApplication] {
        ApplicationEntry.all().filter(\.isShown).map { entry in
            let (name, untranslated) = (entry.name, entry.untranslatedName)
            // What is said is English, whatever the desktop's language.
            return InstalledApplication(
                id: entry.id, name: name, otherNames: name == untranslated ? [] : [untranslated])
        }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// Of the folders in which desktop entries lie, with the folders in them, as GIO looks at them.
    public func applicationsVersion() -> UInt64? { Self.version(of: Self.folders) }

    /// Changes with the names in these folders and whenever one is replaced.
    static func version(of folders: [String]) -> UInt64 {
        var hasher = Hasher()
        func add(_ folder: String, depth: Int) {
            var status = FileStatus()
            var names: [String] = []
            // One that is not there may come.
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

    /// Starts an application in a session of its own, or has the bus start it.
    /// - Throws: `AgentFailure` with the reason for people.
    public func open(_ application: InstalledApplication) async throws {
        guard let entry = ApplicationEntry(id: application.id) else {
            throw failure("\(application.name) is not installed any more.")
        }
        try await launch(entry, opening: [])
    }

    /// Opens an http(s) address in the user's browser.
    /// - Throws: `AgentFailure` for other schemes, and where there is no browser.
    public func open(address: String) async throws {
        let scheme = address.lowercased().prefix { $0 != ":" }
        guard ["http", "https"].contains(scheme), address.dropFirst(scheme.count).hasPrefix("://") else {
            throw failure("I only open web addresses.")
        }
        if let browser = ApplicationEntry(forScheme: String(scheme)) {
            return try await launch(browser, opening: [address])
        }
        // It knows some desktops, and the variable BROWSER, which GIO does not.
        do {
            try runner.launch(ProcessCommand("xdg-open", [address], inheritsEverything: true))
        } catch {
            throw failure("I found no way to open a browser. Installing the package xdg-utils helps.")
        }
    }

    private func launch(_ entry: ApplicationEntry, opening addresses: [String]) async throws {
        let withheld = Environment.withheldNames()
        do {
            if let context {
                try await MainActor.run {
                    try entry.launch(opening: addresses, withoutVariables: withheld, context: context())
                }
            } else {
                // The bus and the fork may take their time.
                try await WorkerThread(name: "launcher").run {
                    try entry.launch(opening: addresses, withoutVariables: withheld)
                }
            }
        } catch let error as LaunchFailure {
            throw failure("I could not start \(error.application): \(error.reason)")
        }
    }

    private func failure(_ reason: String) -> AgentFailure {
        .skillFailed(skill: "application", reason: reason)
    }
}
