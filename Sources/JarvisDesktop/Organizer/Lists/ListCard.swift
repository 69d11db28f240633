// SPDX-License-Identifier: GPL-3.0-or-later
// One list: its name, its items, and a field to add more. A row stays while others come and go, so it keeps the
// keyboard focus.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// The actions on a list.
enum ListIntent {
    /// Removes the item in this row.
    case take(String, row: Int)
    case add(String)
    case delete
}

@MainActor
final class ListCard {
    let root: Widget
    let name: String
    var onIntent: (@MainActor (ListIntent) -> Void)?
    /// Called for Ctrl+Z in the empty field; returns false if there is nothing to undo.
    var onUndo: (@MainActor () -> Bool)?

    private let rows = Box(.column)
    private let nothing = Label(localized("Empty"), classes: ["setting-detail"])
    private let entry: Entry
    private var items: [ItemRow] = []

    init(_ name: String) {
        self.name = name
        entry = Entry(placeholder: localized("Add item"), accessibleLabel: localized("Add to %1", name))
        let heading = Label(name.capitalizedFirst, classes: ["section-title"])
        heading.setTextAlignment(0)
        heading.wraps()
        heading.expand(horizontal: true)
        let delete = Button(label: localized("Delete"))
        delete.setAccessibleLabel(localized("Delete the list %1", name))
        delete.align(vertical: .center)
        nothing.setTextAlignment(0)
        nothing.addClass("setting-row")
        let field = Box(.row, [entry])
        entry.expand(horizontal: true)
        field.addClass("setting-row")
        let card = Box(.column, [nothing, rows, field])
        card.addClass("glass-card")
        let bar = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [heading, delete])
        root = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [bar, card])
        root.setRole(.group)
        root.setAccessibleLabel(name)
        delete.onClick { [weak self] in self?.onIntent?(.delete) }
        entry.onActivate { [weak self] in self?.add() }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] press in
            // A field with text handles undo for its own edits.
            press == KeyPress.undo && self?.entry.text.isEmpty == true && self?.onUndo?() == true
        }
        entry.add(keys)
    }

    func show(_ list: NamedList) {
        var known = Dictionary(grouping: items) { $0.item }
        items = list.items.map { item in
            if let row = known[item]?.popLast() { return row }
            let row = ItemRow(item, list: name)
            row.onTake = { [weak self, weak row] in
                guard let self, let place = items.firstIndex(where: { $0 === row }) else { return }
                onIntent?(.take(item, row: place))
            }
            rows.append(row.root)
            return row
        }
        for row in known.values.joined() { rows.remove(row.root) }
        var previous: Widget?
        for row in items {
            rows.move(row.root, after: previous)
            previous = row.root
        }
        nothing.isVisible = items.isEmpty
        rows.isVisible = !items.isEmpty
    }

    /// Focuses the row that is now at this position, or the last one, or the field.
    func focus(row: Int) {
        if items.isEmpty { entry.grabFocus() } else { items[min(row, items.count - 1)].focus() }
    }

    private func add() {
        let item = entry.text.withoutInvisibles.singleSpaced
        guard !item.isEmpty else { return }
        onIntent?(.add(item))
    }

    /// Empties the field once the list has the item.
    func clearEntry(of item: String) {
        if entry.text.withoutInvisibles.singleSpaced == item { entry.text = "" }
    }

    /// An item on the list.
    @MainActor
    private final class ItemRow {
        let root: Widget
        let item: String
        var onTake: (@MainActor () -> Void)?
        private let take: Button

        init(_ item: String, list: String) {
            self.item = item
            let ring = Box(.row, [])
            ring.addClass("choice-ring")
            ring.setSizeRequest(width: DesignTokens.Panes.tick, height: DesignTokens.Panes.tick)
            ring.align(horizontal: .center, vertical: .center)
            ring.setRole(.none)
            take = Button(ring, accessibleLabel: localized("Remove %1 from %2", item, list))
            let label = Label(item, classes: ["setting-title"])
            label.setTextAlignment(0)
            label.wraps()
            label.expand(horizontal: true)
            label.align(vertical: .center)
            for name in ["round", "tick-off"] { take.addClass(name) }
            take.align(vertical: .center)
            take.setTooltip(localized("Tick off"))
            let row = Box(.row, spacing: DesignTokens.Panes.headingSpacing, [take, label])
            row.addClass("setting-row")
            root = row
            take.onClick { [weak self] in self?.onTake?() }
        }

        func focus() { take.grabFocus() }
    }
}
