// SPDX-License-Identifier: GPL-3.0-or-later
// The port of the lists that people keep.

/// A list with a name, such as "shopping".
public struct NamedList: Hashable, Sendable {
    public var name: String
    /// In the order in which they were added.
    public var items: [String]

    public init(name: String, items: [String] = []) {
        self.name = name
        self.items = items
    }
}

/// Lists, surviving restarts. Errors are `StoreFailure`.
public protocol ListStore: AnyObject, Sendable {
    /// All lists, oldest first. A damaged file is a failure, not an empty answer.
    func lists() async throws -> [NamedList]
    /// Changes lists, all at once and without another process coming in between.
    /// - Returns: what `change` returns.
    func update<Result: Sendable>(_ change: @escaping @Sendable (inout [NamedList]) -> Result) async throws -> Result
    /// Yields when the lists may have changed, also by another process; ends where they cannot be watched.
    func changes() -> AsyncStream<Void>
    /// What was found wrong with what is kept, although it could be mended.
    var notices: [Notice] { get async }
}
