// SPDX-License-Identifier: GPL-3.0-or-later
// Port to opening applications and addresses.

/// An installed application.
public struct InstalledApplication: Hashable, Sendable {
    /// Desktop-entry id, for example "org.gnome.Calculator.desktop".
    public var id: String
    /// The desktop's name for it, in the user's language.
    public var name: String
    /// Other names that people may use, for example the English one.
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
    /// A number that changes whenever the installed applications may have changed; nil if unknown. Cheap to read.
    func applicationsVersion() -> UInt64?
    /// Starts an application.
    /// - Throws: `AgentFailure` if it cannot be started.
    func open(_ application: InstalledApplication) async throws
    /// Opens an http(s) address in the user's browser.
    func open(address: String) async throws
}

extension Launcher {
    public func applicationsVersion() -> UInt64? { nil }
}
