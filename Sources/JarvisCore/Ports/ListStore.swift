// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the user's lists.

/// A named list, such as "shopping".
public struct NamedList: Hashable, Sendable {
    public var name: String
    /// In the order in which they were added.
    public var items: [String]

    public init(name: String, items: [String] = []) {
        self.name = name
        self.items = items
    }

    /// A copy without invisible characters, and without items that consist of nothing else.
    package var withoutInvisibles: NamedList {
        NamedList(
            name: name.withoutInvisibles, items: items.map(\.withoutInvisibles).filter { !$0.isEmpty })
    }
}

/// Lists that survive restarts. Errors are `StoreFailure`.
public protocol ListStore: AnyObject, Sendable {
    /// All lists, oldest first. Throws if the file is damaged, instead of returning an empty list.
    func lists() async throws -> [NamedList]
    /// Changes lists atomically, also with respect to other processes.
    /// - Returns: The result of `change`.
    func update<Result: Sendable>(_ change: @escaping @Sendable (inout [NamedList]) -> Result) async throws -> Result
    /// Yields when the lists may have changed, also through another process; ends if they cannot be watched.
    func changes() -> AsyncStream<Void>
    /// Problems in the stored data that the store has repaired.
    var notices: [Notice] { get async }
}
