// SPDX-License-Identifier: GPL-3.0-or-later
// What the user has allowed a server for good. Pure.

/// What a server may do without being asked about again.
public struct ToolConsent: Hashable, Sendable {
    /// Its tools that only read may run.
    public var allowsReading: Bool
    /// Names of the other tools that may run, in the order in which they were allowed.
    public private(set) var tools: [String] = []
    /// How each of them was described then, as its fingerprint: what is described otherwise by now is asked about again.
    var fingerprints: [String: String] = [:]
    /// How often something was taken back: what a program was allowed until its end is over with the next.
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

    /// What is taken back.
    public enum Part: Hashable, Sendable {
        case all, reading
        case tool(String)
    }

    /// From now on it is asked again, by running programs as well.
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

    public func allows(_ tool: ToolDescription) -> Bool {
        isAllowed(tool) || tool.effect == .reads && allowsReading
    }

    /// The tool was allowed, and its server has described it otherwise since.
    func allowedOnce(_ tool: ToolDescription) -> Bool { tools.contains(tool.name) && !isAllowed(tool) }

    private func isAllowed(_ tool: ToolDescription) -> Bool {
        tools.contains(tool.name) && fingerprints[tool.name] == tool.fingerprint
    }

    /// From now on this tool runs, and with one that reads all that do.
    public mutating func allow(_ tool: ToolDescription) {
        guard tool.effect != .reads else { return allowsReading = true }
        if !tools.contains(tool.name) { tools.append(tool.name) }
        fingerprints[tool.name] = tool.fingerprint
    }
}
