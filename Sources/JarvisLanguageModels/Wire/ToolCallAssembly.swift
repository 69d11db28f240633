// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles tool calls from fragments. Servers identify a fragment's call by index, id or name, or by none of them.
// Pure.

import JarvisPlatform

/// Collects the calls of one answer as their fragments arrive.
struct ToolCallAssembly {
    private struct Partial {
        var index: Int?
        var id: String?
        var name = ""
        var arguments = ""
        var isWhole = false

        /// The arguments are a complete JSON document, so any further text belongs to another call.
        var isComplete: Bool {
            isWhole || !arguments.isEmpty && (try? JSONValue(parsing: Array(arguments.utf8))) != nil
        }
    }

    private static let mostCalls = 32
    private static let mostBytes = 262_144

    private var partials: [Partial] = []
    private var byteCount = 0
    /// Calls were dropped, because there were more, or longer ones, than any valid answer contains.
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

    /// The calls in order, without unnamed ones.
    func calls() -> [ChatToolCall] {
        partials.enumerated().filter { !$1.name.isEmpty }.map { number, partial in
            ChatToolCall(
                id: partial.id ?? "call_\(number + 1)", name: WireNames.printable(partial.name),
                arguments: partial.arguments)
        }
    }

    /// The call that a fragment continues; nil for a new one.
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

    /// True if the fragment continues this call; false if its name starts another one.
    private func goesOn(_ fragment: ToolCallFragment, with partial: Partial) -> Bool {
        guard let name = fragment.name, !name.isEmpty, !partial.name.isEmpty else { return true }
        return name == partial.name && !partial.isComplete
    }
}
