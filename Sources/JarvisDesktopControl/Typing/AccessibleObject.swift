// SPDX-License-Identifier: GPL-3.0-or-later
// An object of another program on the accessibility bus (AT-SPI 2). Main thread only; never blocks, and gives up on
// programs that hang.

import GioKit
import JarvisCore

/// The address of an object, with calls to query and change it.
@MainActor
struct AccessibleObject {
    /// The states that matter here, by AT-SPI's numbers (`AtspiStateType`).
    enum State: UInt64 {
        case active = 1
        case editable = 7
        case focused = 12
        case showing = 25
        case managesDescendants = 31
    }

    /// The roles that matter here, by AT-SPI's numbers (`AtspiRole`).
    enum Role: Int64 {
        case passwordText = 40
    }

    private static let accessible = "org.a11y.atspi.Accessible"
    private static let text = "org.a11y.atspi.Text"
    private static let editableText = "org.a11y.atspi.EditableText"
    /// A program that takes longer to answer counts as hung.
    private static let patience = Duration.milliseconds(800)

    let bus: BusConnection
    /// The program's bus name.
    let program: String
    let path: String

    /// The object whose children are all accessible programs.
    static func desktop(on bus: BusConnection) -> AccessibleObject {
        AccessibleObject(bus: bus, program: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
    }

    /// The object's children; empty if the object is gone.
    func children() async -> [AccessibleObject] {
        let list = try? await call("GetChildren", of: Self.accessible).first?.asList
        return (list ?? []).compactMap { reference in
            guard let parts = reference.asList, parts.count == 2, let program = parts[0].asText,
                let path = parts[1].asText
            else { return nil }
            return AccessibleObject(bus: bus, program: program, path: path)
        }
    }

    /// The object's states; empty if the object is gone.
    func states() async -> Set<State> {
        let words = (try? await call("GetState", of: Self.accessible).first?.asList)?.compactMap(\.asInteger) ?? []
        let bits = words.enumerated().reduce(UInt64(0)) { bits, word in
            word.offset < 2 ? bits | UInt64(truncatingIfNeeded: word.element) << (32 * word.offset) : bits
        }
        let all: [State] = [.active, .editable, .focused, .showing, .managesDescendants]
        return Set(all.filter { bits >> $0.rawValue & 1 == 1 })
    }

    func role() async -> Role? {
        let number = try? await call("GetRole", of: Self.accessible).first?.asInteger
        return number.flatMap(Role.init)
    }

    // MARK: Text

    /// The caret's position, in Unicode scalars; nil if there is none.
    func caret() async -> Int? {
        await bus.property("CaretOffset", Self.text, of: program, path: path)?.asInteger.flatMap {
            $0 >= 0 ? Int($0) : nil
        }
    }

    func text(from start: Int, to end: Int) async -> String {
        let places: [BusValue] = [.integer(Int64(start)), .integer(Int64(end))]
        let reply = try? await call("GetText", of: Self.text, places, signature: "ii")
        return reply?.first?.asText ?? ""
    }

    /// The selected range, in Unicode scalars; nil if nothing is selected.
    func selection() async -> Range<Int>? {
        let reply = try? await call("GetSelection", of: Self.text, [.integer(0)], signature: "i")
        guard let start = reply?.first?.asInteger, let end = reply?.dropFirst().first?.asInteger, 0 <= start,
            start < end
        else { return nil }
        return Int(start)..<Int(end)
    }

    /// Deletes a range, in Unicode scalars.
    /// - Returns: false if the program refuses or doesn't support it.
    func delete(_ range: Range<Int>) async -> Bool {
        let places: [BusValue] = [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))]
        let reply = try? await call("DeleteText", of: Self.editableText, places, signature: "ii")
        return reply?.first?.asFlag ?? false
    }

    /// Inserts a text at a position, in Unicode scalars.
    /// - Returns: false if the program refuses or doesn't support it.
    func insert(_ text: String, at place: Int) async -> Bool {
        let arguments: [BusValue] = [
            .integer(Int64(place)), .text(text), .integer(Int64(text.unicodeScalars.count)),
        ]
        let reply = try? await call("InsertText", of: Self.editableText, arguments, signature: "isi")
        return reply?.first?.asFlag ?? false
    }

    /// Moves the caret. Some programs move it past inserted text by themselves, others don't.
    func setCaret(_ place: Int) async {
        _ = try? await call("SetCaretOffset", of: Self.text, [.integer(Int64(place))], signature: "i")
    }

    private func call(
        _ method: String, of interface: String, _ arguments: [BusValue] = [], signature: String = ""
    ) async throws(BusFailure) -> [BusValue] {
        try await bus.call(
            program, path: path, interface: interface, method: method, arguments, signature: signature,
            within: Self.patience)
    }
}
