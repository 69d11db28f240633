// SPDX-License-Identifier: GPL-3.0-or-later
// The text field, of whichever program, that has the keyboard: found over the accessibility bus, and written into as a
// hand would.

public import GioKit
import JarvisCore

/// A text field that has the keyboard.
@MainActor
public struct FocusedField {
    private let object: AccessibleObject
    /// How much around the caret decides about spaces and capital letters, in characters.
    private static let context = 64
    /// Objects that are looked at, at most: a large page has tens of thousands.
    private static let limit = 4_000

    /// Looks for it.
    /// - Parameter session: nil opens the session's bus.
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

    /// Types a text where the caret is, in the place of what is selected.
    /// - Returns: what was typed, with the spaces that it needed.
    /// - Throws: `TypingFailure`.
    public func type(_ spoken: String) async throws(TypingFailure) -> String {
        let selected = await object.selection()
        let caret = if let selected { selected.upperBound } else { await object.caret() }
        guard let end = caret else { throw .refused }
        let start = selected?.lowerBound ?? end
        let before = await object.text(from: max(0, start - Self.context), to: start)
        let after = await object.text(from: end, to: end + Self.context)
        let text = JoinedText.fitting(spoken, between: before, and: after)
        // Before the selection goes: a program that refuses loses nothing.
        guard await object.insert(text, at: end) else { throw .refused }
        if let selected { _ = await object.delete(selected) }
        await object.setCaret(start + text.unicodeScalars.count)
        return text
    }

    private static func accessibilityBus(_ session: BusConnection?) async throws(TypingFailure) -> BusConnection {
        let (name, path) = ("org.a11y.Bus", "/org/a11y/bus")
        do throws(BusFailure) {
            let session = if let session { session } else { try await BusConnection.open(.session) }
            // Qt and others answer only once somebody says that they are listened to.
            try? await session.setProperty("IsEnabled", .flag(true), "org.a11y.Status", of: name, path: path)
            let reply = try await session.call(name, path: path, interface: name, method: "GetAddress")
            return try await BusConnection.open(address: reply.first?.asText ?? "")
        } catch {
            throw .noBus
        }
    }

    /// Depth first, past what is not shown.
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
