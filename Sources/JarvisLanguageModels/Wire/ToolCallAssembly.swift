// SPDX-License-Identifier: GPL-3.0-or-later
// Puts calls of tools together from their fragments, whichever of index, id and name a server sends with each. Pure.

import JarvisPlatform

/// The calls of one answer while they arrive.
struct ToolCallAssembly {
    private struct Partial {
        var index: Int?
        var id: String?
        var name = ""
        var arguments = ""
        var isWhole = false

        /// The arguments are a whole document: what follows belongs to another call.
        var isComplete: Bool {
            isWhole || !arguments.isEmpty && (try? JSONValue(parsing: Array(arguments.utf8))) != nil
        }
    }

    private static let mostCalls = 32
    private static let mostBytes = 262_144

    private var partials: [Partial] = []
    private var byteCount = 0
    /// More came than any right answer has; what was too much is left out.
    private(set) var isOverfull = false

    var isEmpty: Bool { partials.isEmpty }

    mutating func add(_ fragment: ToolCallFragment) {
        byteCount += fragment.arguments.utf8.count + (fragment.name?.utf8.count ?? 0)
        guard byteCount <= Self.mostBytes else { return isOverfull = true }
        guard let place = place(of: fragment) else {
            guard partials.count < Self.mostCalls else { return isOverfull = true }
            partials.append(
                Partial(
                    index: fragment.index, id: fragment.id, name: fragment.name ?? "", arguments: fragment.arguments,
                    isWhole: fragment.isWhole))
            return
        }
        if partials[place].id == nil { partials[place].id = fragment.id }
        // Some servers repeat the name with every fragment.
        if partials[place].name.isEmpty { partials[place].name = fragment.name ?? "" }
        partials[place].arguments += fragment.arguments
    }

    /// The calls in their order; those without a name are none.
    func calls() -> [ChatToolCall] {
        partials.enumerated().filter { !$1.name.isEmpty }.map { number, partial in
            ChatToolCall(
                id: partial.id ?? "call_\(number + 1)", name: WireNames.printable(partial.name),
                arguments: partial.arguments)
        }
    }

    /// The call that a fragment goes on with; nil for a new one.
    private func place(of fragment: ToolCallFragment) -> Int? {
        if fragment.isWhole { return nil }
        if let index = fragment.index {
            // Some servers give every call the index 0.
            guard let place = partials.lastIndex(where: { $0.index == index }),
                fragment.id == nil || partials[place].id == nil || partials[place].id == fragment.id
            else { return nil }
            return goesOn(fragment, with: partials[place]) ? place : nil
        }
        if let id = fragment.id { return partials.lastIndex { $0.id == id } }
        guard let last = partials.indices.last else { return nil }
        return goesOn(fragment, with: partials[last]) ? last : nil
    }

    /// False where a name begins another call.
    private func goesOn(_ fragment: ToolCallFragment, with partial: Partial) -> Bool {
        guard let name = fragment.name, !name.isEmpty, !partial.name.isEmpty else { return true }
        return name == partial.name && !partial.isComplete
    }
}
