// SPDX-License-Identifier: GPL-3.0-or-later
// An object of another program as the accessibility bus shows it (AT-SPI 2). Main thread only; nothing blocks, and a
// program that hangs is given up on.

import GioKit
import JarvisCore

/// Where an object is, and what can be asked of it.
@MainActor
struct AccessibleObject {
    /// What an object is at, by AT-SPI's numbers (`AtspiStateType`).
    enum State: UInt64 {
        case active = 1
        case editable = 7
        case focused = 12
        case showing = 25
        case managesDescendants = 31
    }

    /// AT-SPI's numbers of roles (`AtspiRole`) that matter here.
    enum Role: Int64 {
        case passwordText = 40
    }

    private static let accessible = "org.a11y.atspi.Accessible"
    private static let text = "org.a11y.atspi.Text"
    private static let editableText = "org.a11y.atspi.EditableText"
    /// A program that answers more slowly hangs.
    private static let patience = Duration.milliseconds(800)

    let bus: BusConnection
    /// The program's name on the bus.
    let program: String
    let path: String

    /// All programs that can be asked.
    static func desktop(on bus: BusConnection) -> AccessibleObject {
        AccessibleObject(bus: bus, program: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
    }

    /// Empty where the object is gone.
    func children() async -> [AccessibleObject] {
        let list = try? await call("GetChildren", of: Self.accessible).first?.asList
        return (list ?? []).compactMap { reference in
            guard let parts = reference.asList, parts.count == 2, let program = parts[0].asText,
                let path = parts[1].asText
            else { return nil }
            return AccessibleObject(bus: bus, program: program, path: path)
        }
    }

    /// Empty where the object is gone.
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

    /// The place of the caret, counted in characters of Unicode; nil where it has none.
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

    /// The part that is selected; nil where there is none.
    func selection() async -> Range<Int>? {
        let reply = try? await call("GetSelection", of: Self.text, [.integer(0)], signature: "i")
        guard let start = reply?.first?.asInteger, let end = reply?.dropFirst().first?.asInteger, 0 <= start,
            start < end
        else { return nil }
        return Int(start)..<Int(end)
    }

    /// - Returns: false where the program refuses, or does not take part.
    func delete(_ range: Range<Int>) async -> Bool {
        let places: [BusValue] = [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))]
        let reply = try? await call("DeleteText", of: Self.editableText, places, signature: "ii")
        return reply?.first?.asFlag ?? false
    }

    /// - Returns: false where the program refuses, or does not take part.
    func insert(_ text: String, at place: Int) async -> Bool {
        let arguments: [BusValue] = [
            .integer(Int64(place)), .text(text), .integer(Int64(text.unicodeScalars.count)),
        ]
        let reply = try? await call("InsertText", of: Self.editableText, arguments, signature: "isi")
        return reply?.first?.asFlag ?? false
    }

    /// Puts the caret behind what was inserted; some programs do so by themselves.
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
