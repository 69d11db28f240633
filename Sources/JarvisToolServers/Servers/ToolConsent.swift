// SPDX-License-Identifier: GPL-3.0-or-later
// A server's permanent permissions. Pure.

/// What a server may do without asking again.
public struct ToolConsent: Hashable, Sendable {
    /// True if the server's read-only tools may run.
    public var allowsReading: Bool
    /// Names of the other allowed tools, in the order the user allowed them.
    public private(set) var tools: [String] = []
    /// The fingerprint of each allowed tool's description. If the description changes, the user is asked again.
    var fingerprints: [String: String] = [:]
    /// The number of revocations. An increase also ends permissions for the current run.
    public var revocations: Int

    public init(allowsReading: Bool = false, revocations: Int = 0) {
        self.allowsReading = allowsReading
        self.revocations = revocations
    }

    init(allowsReading: Bool, tools: [String], fingerprints: [String: String], revocations: Int) {
        self.init(allowsReading: allowsReading, revocations: revocations)
        self.tools = tools
        self.fingerprints = fingerprints.filter { tools.contains($0.key) }
    }

    /// A permission to revoke.
    public enum Part: Hashable, Sendable {
        case all, reading
        case tool(String)
    }

    /// Revokes a permission, also in programs that are running.
    public mutating func revoke(_ part: Part) {
        switch part {
        case .all: (allowsReading, tools, fingerprints) = (false, [], [:])
        case .reading: allowsReading = false
        case .tool(let name):
            tools.removeAll { $0 == name }
            fingerprints[name] = nil
        }
        revocations += 1
    }

    /// True if the tool may run without asking.
    public func allows(_ tool: ToolDescription) -> Bool {
        isAllowed(tool) || tool.effect == .reads && allowsReading
    }

    /// True if the tool was allowed, but its description has changed since.
    func allowedOnce(_ tool: ToolDescription) -> Bool { tools.contains(tool.name) && !isAllowed(tool) }

    private func isAllowed(_ tool: ToolDescription) -> Bool {
        tools.contains(tool.name) && fingerprints[tool.name] == tool.fingerprint
    }

    /// Allows this tool, or all read-only tools if it is one.
    public mutating func allow(_ tool: ToolDescription) {
        guard tool.effect != .reads else { return allowsReading = true }
        if !tools.contains(tool.name) { tools.append(tool.name) }
        fingerprints[tool.name] = tool.fingerprint
    }
}
