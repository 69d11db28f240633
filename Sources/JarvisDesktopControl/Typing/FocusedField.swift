// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the focused text field of any program over the accessibility bus, and writes into it as if typed by hand.

public import GioKit
import JarvisCore

/// A focused text field.
@MainActor
public struct FocusedField {
    private let object: AccessibleObject
    /// How many characters around the caret to read, to decide about spaces and capital letters.
    private static let context = 64
    /// The most objects to visit: a large page has tens of thousands.
    private static let limit = 4_000

    /// Finds the focused text field.
    /// - Parameter session: the session bus; nil opens it.
    /// - Throws: `TypingFailure`.
    public static func find(on session: BusConnection? = nil) async throws(TypingFailure) -> FocusedField {
        let bus = try await accessibilityBus(session)
        var windows: [AccessibleObject] = []
        for program in await AccessibleObject.desktop(on: bus).children() {
            for window in await program.children() where await window.states().contains(.active) {
                windows.append(window)
            }
        }
        var rest = limit
        for window in windows {
            guard let object = await focused(below: window, &rest) else { continue }
            guard await object.role() != .passwordText else { throw .password }
            return FocusedField(object: object)
        }
        throw .noField
    }

    /// Types a text at the caret, replacing the selection.
    /// - Returns: the typed text, including any spaces added.
    /// - Throws: `TypingFailure`.
    public func type(_ spoken: String) async throws(TypingFailure) -> String {
        let selected = await object.selection()
        let caret = if let selected { selected.upperBound } else { await object.caret() }
        guard let end = caret else { throw .refused }
        let start = selected?.lowerBound ?? end
        let before = await object.text(from: max(0, start - Self.context), to: start)
        let after = await object.text(from: end, to: end + Self.context)
        let text = JoinedText.fitting(spoken, between: before, and: after)
        // Inserts before it deletes the selection, so nothing is lost if the program refuses.
        guard await object.insert(text, at: end) else { throw .refused }
        if let selected { _ = await object.delete(selected) }
        await object.setCaret(start + text.unicodeScalars.count)
        return text
    }

    private static func accessibilityBus(_ session: BusConnection?) async throws(TypingFailure) -> BusConnection {
        let (name, path) = ("org.a11y.Bus", "/org/a11y/bus")
        do throws(BusFailure) {
            let session = if let session { session } else { try await BusConnection.open(.session) }
            // Qt and others respond only after a client has announced itself.
            try? await session.setProperty("IsEnabled", .flag(true), "org.a11y.Status", of: name, path: path)
            let reply = try await session.call(name, path: path, interface: name, method: "GetAddress")
            return try await BusConnection.open(address: reply.first?.asText ?? "")
        } catch {
            throw .noBus
        }
    }

    /// Searches depth first, and skips objects that aren't shown.
    private static func focused(below window: AccessibleObject, _ rest: inout Int) async -> AccessibleObject? {
        var waiting = [window]
        while let object = waiting.popLast(), rest > 0 {
            rest -= 1
            let states = await object.states()
            if states.isSuperset(of: [.focused, .editable]) { return object }
            guard states.contains(.showing), !states.contains(.managesDescendants) else { continue }
            waiting += await object.children().reversed()
        }
        return nil
    }
}
