// SPDX-License-Identifier: GPL-3.0-or-later
// Offers a menu for another program to draw, through the interface com.canonical.dbusmenu: one level of entries, some
// of them switches. Main thread only.

import GioKit

/// A menu entry.
struct MenuItem: Equatable {
    let id: Int64
    var label = ""
    var isEnabled = true
    /// The state of a switch; nil for other entries.
    var isOn: Bool?
    var isSeparator = false

    init(id: Int64, label: String, isEnabled: Bool = true, isOn: Bool? = nil) {
        self.id = id
        self.label = label
        self.isEnabled = isEnabled
        self.isOn = isOn
    }

    init(separator id: Int64) {
        self.id = id
        isSeparator = true
    }

    /// The entry's properties as the interface defines them; those left out have their defaults.
    var properties: [String: BusValue] {
        if isSeparator { return ["type": .text("separator")] }
        // A single underscore would mark an entry's access key.
        var properties: [String: BusValue] = ["label": .text(label.replacing("_", with: "__"))]
        if !isEnabled { properties["enabled"] = .flag(false) }
        if let isOn {
            properties["toggle-type"] = .text("checkmark")
            properties["toggle-state"] = .typed("i", .integer(isOn ? 1 : 0))
        }
        return properties
    }

    /// The properties with these names, or all properties if no name is given.
    func properties(_ names: [String]) -> [String: BusValue] {
        names.isEmpty ? properties : properties.filter { names.contains($0.key) }
    }
}

/// Offers a menu until released.
@MainActor
final class MenuObject {
    static let interface = "com.canonical.dbusmenu"

    private(set) var items: [MenuItem]
    private let choose: @MainActor (Int64, String) async throws -> Void
    private var revision: Int64 = 1
    private var export: BusExport?

    /// - Parameter choose: called with the entry's number and the caller's bus name when the user clicks an entry.
    /// - Throws: `BusFailure.notExported`.
    init(
        _ items: [MenuItem], on connection: BusConnection, at path: String,
        choose: @escaping @MainActor (Int64, String) async throws -> Void
    ) throws(BusFailure) {
        self.items = items
        self.choose = choose
        export = try connection.export(
            BusObject(
                method: { [weak self] in try await self?.answer($0) ?? [] }, property: { Self.value($0) }), at: path,
            introspection: Self.introspection)
    }

    /// Replaces the entries, and notifies the menu's clients of the changes.
    func show(_ new: [MenuItem]) {
        let old = items
        items = new
        guard old.map(\.id) == new.map(\.id) else {
            revision += 1
            try? export?.emit("LayoutUpdated", [.integer(revision), .integer(0)])
            return
        }
        let changed = zip(old, new).filter { $0 != $1 }
        guard !changed.isEmpty else { return }
        let removed = changed.compactMap { old, new -> BusValue? in
            let names = old.properties.keys.filter { new.properties[$0] == nil }.sorted()
            return names.isEmpty ? nil : .list([.integer(new.id), .list(names.map { .text($0) })])
        }
        try? export?.emit(
            "ItemsPropertiesUpdated",
            [.list(changed.map { .list([.integer($1.id), .table($1.properties)]) }), .list(removed)])
    }

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        let arguments = call.arguments
        switch call.method {
        case "GetLayout":
            let names = arguments[2].asList?.compactMap(\.asText) ?? []
            return [.integer(revision), try layout(arguments[0].asInteger ?? 0, arguments[1].asInteger ?? -1, names)]
        case "GetGroupProperties":
            let numbers = Self.numbers(arguments[0])
            let names = arguments[1].asList?.compactMap(\.asText) ?? []
            let wanted = numbers.isEmpty ? items : items.filter { numbers.contains($0.id) }
            return [.list(wanted.map { .list([.integer($0.id), .table($0.properties(names))]) })]
        case "GetProperty":
            let name = arguments[1].asText ?? ""
            guard let value = try item(arguments[0].asInteger).properties[name] else {
                throw BusError.invalidArguments("The entry has no \(name).")
            }
            return [value]
        case "Event":
            try await take(arguments, call.sender)
            return []
        case "EventGroup":
            let events = arguments[0].asList?.compactMap(\.asList) ?? []
            for event in events where isKnown(event.first?.asInteger) { try await take(event, call.sender) }
            return [.list(events.compactMap(\.first).filter { !isKnown($0.asInteger) })]
        case "AboutToShow": return [.flag(false)]
        case "AboutToShowGroup":
            return [.list([]), .list(Self.numbers(arguments[0]).filter { !isKnown($0) }.map { .integer($0) })]
        default: throw BusError.failed(call.method)
        }
    }

    /// Handles an event from the program that draws the menu.
    /// - Parameter event: number of the entry, name, data and time.
    private func take(_ event: [BusValue], _ caller: String) async throws {
        let number = event[0].asInteger
        // Number 0 is the menu itself, whose events only report that it opened or closed.
        guard number != 0 else { return }
        let item = try item(number)
        if event[1].asText == "clicked" { try await choose(item.id, caller) }
    }

    /// The layout of a part of the tree: the root with its entries, or one entry.
    private func layout(_ parent: Int64, _ depth: Int64, _ names: [String]) throws -> BusValue {
        func leaf(_ item: MenuItem) -> BusValue {
            .list([.integer(item.id), .table(item.properties(names)), .list([])])
        }
        guard parent == 0 else { return leaf(try item(parent)) }
        let children = depth == 0 ? [] : items.map { BusValue.typed("(ia{sv}av)", leaf($0)) }
        let root: [String: BusValue] = ["children-display": .text("submenu")]
        return .list([
            .integer(0), .table(names.isEmpty || names.contains("children-display") ? root : [:]), .list(children),
        ])
    }

    private func item(_ number: Int64?) throws -> MenuItem {
        guard let item = items.first(where: { $0.id == number }) else {
            throw BusError.invalidArguments("There's no entry with that number.")
        }
        return item
    }

    /// True for the number of an entry, or of the menu itself.
    private func isKnown(_ number: Int64?) -> Bool { number == 0 || items.contains { $0.id == number } }

    private static func numbers(_ value: BusValue) -> [Int64] { value.asList?.compactMap(\.asInteger) ?? [] }

    private static func value(_ property: String) -> BusValue? {
        switch property {
        case "Version": .integer(3)
        case "TextDirection": .text("ltr")
        case "Status": .text("normal")
        case "IconThemePath": .list([])
        default: nil
        }
    }

    private static let introspection = """
        <node><interface name="com.canonical.dbusmenu">
        <method name="GetLayout"><arg type="i" direction="in"/><arg type="i" direction="in"/>
        <arg type="as" direction="in"/><arg type="u" direction="out"/><arg type="(ia{sv}av)" direction="out"/></method>
        <method name="GetGroupProperties"><arg type="ai" direction="in"/><arg type="as" direction="in"/>
        <arg type="a(ia{sv})" direction="out"/></method>
        <method name="GetProperty"><arg type="i" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="out"/></method>
        <method name="Event"><arg type="i" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="in"/><arg type="u" direction="in"/></method>
        <method name="EventGroup"><arg type="a(isvu)" direction="in"/><arg type="ai" direction="out"/></method>
        <method name="AboutToShow"><arg type="i" direction="in"/><arg type="b" direction="out"/></method>
        <method name="AboutToShowGroup"><arg type="ai" direction="in"/><arg type="ai" direction="out"/>
        <arg type="ai" direction="out"/></method>
        <property name="Version" type="u" access="read"/>
        <property name="TextDirection" type="s" access="read"/>
        <property name="Status" type="s" access="read"/>
        <property name="IconThemePath" type="as" access="read"/>
        <signal name="ItemsPropertiesUpdated"><arg type="a(ia{sv})"/><arg type="a(ias)"/></signal>
        <signal name="LayoutUpdated"><arg type="u"/><arg type="i"/></signal>
        <signal name="ItemActivationRequested"><arg type="i"/><arg type="u"/></signal>
        </interface></node>
        """
}
