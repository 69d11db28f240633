// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the language models that the user has set up, and the choice among them.

/// The configured language models.
public struct ModelNames: Hashable, Sendable {
    /// The user's names for them, oldest first.
    public var all: [String]
    /// The model in use; nil if models are turned off.
    public var used: String?

    public init(all: [String], used: String?) {
        self.all = all
        self.used = used
    }
}

/// Chooses the language model that answers questions beyond the skills.
public protocol ModelChoice: Sendable {
    /// - Throws: `StoreFailure`.
    func names() async throws -> ModelNames
    /// Uses this model from now on; nil turns models off.
    /// - Throws: `StoreFailure`.
    func use(_ name: String?) async throws
}
