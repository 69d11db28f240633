// SPDX-License-Identifier: GPL-3.0-or-later
// The port of the language models that the user has set up: which there are, and which one is asked.

/// The servers with language models.
public struct ModelNames: Hashable, Sendable {
    /// What the user calls them, oldest first.
    public var all: [String]
    /// The one that is asked; nil while none is.
    public var used: String?

    public init(all: [String], used: String?) {
        self.all = all
        self.used = used
    }
}

/// Chooses the language model that answers what no skill can.
public protocol ModelChoice: Sendable {
    /// - Throws: `StoreFailure`.
    func names() async throws -> ModelNames
    /// Asks this one from now on; nil asks none.
    /// - Throws: `StoreFailure`.
    func use(_ name: String?) async throws
}
