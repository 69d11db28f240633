// SPDX-License-Identifier: GPL-3.0-or-later
// The port that opens applications and addresses.

/// An application that can be opened.
public struct InstalledApplication: Hashable, Sendable {
    /// Desktop-entry id, for example "org.gnome.Calculator.desktop".
    public var id: String
    /// As the desktop shows it, in the user's language.
    public var name: String
    /// Other names that it answers to, for example the English one.
    public var otherNames: [String]

    public init(id: String, name: String, otherNames: [String] = []) {
        self.id = id
        self.name = name
        self.otherNames = otherNames
    }
}

/// Opens applications and addresses.
public protocol Launcher: Sendable {
    /// Reads every desktop entry.
    func applications() -> [InstalledApplication]
    /// Cheap to ask: another number once applications may have come, gone or changed; nil when that is not known.
    func applicationsVersion() -> UInt64?
    /// - Throws: `AgentFailure` when it cannot be started.
    func open(_ application: InstalledApplication) async throws
    /// Opens an http(s) address in the user's browser.
    func open(address: String) async throws
}

extension Launcher {
    public func applicationsVersion() -> UInt64? { nil }
}
