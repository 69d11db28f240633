// SPDX-License-Identifier: GPL-3.0-or-later
// The user's lists: the items of each, to be ticked off, a field to add more, and one to begin another list. The pane
// follows the file, so changes by voice or on the command line also appear here.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ListsPane: Pane {
    let title = localized("Lists")
    let content: Widget

    private let services: DesktopServices
    private let newList = Entry(placeholder: localized("New list"), accessibleLabel: localized("New list"))
    private let column = Box(.column, spacing: DesignTokens.Panes.sectionSpacing)
    private let organizer: OrganizerContent
    private var cards: [ListCard] = []
    private var following: Task<Void, Never>?

    init(_ services: DesktopServices) {
        self.services = services
        let hint = OrganizerHint(
            localized("No lists yet"),
            localized("Say “%1” or “%2”.", "Add milk and eggs to my shopping list", "Add call Mum to my to-do list"))
        organizer = OrganizerContent(column, hint: hint, services.assistant)
        let bar = ClampBin(newList, maximum: DesignTokens.Panes.columnWidth, fills: true)
        bar.addClass("pane-foot")
        content = Box(.column, [organizer.root, bar])
        newList.onActivate { [weak self] in self?.create() }
        organizer.onUndo = { [weak self] in self?.undo() ?? false }
    }

    func paneDidOpen() {
        // Subscribes before the first read, so the pane misses no change.
        let news = services.listChanges.news()
        following = Task { [weak self] in
            await self?.load()
            for await _ in news { await self?.load() }
        }
    }

    func paneWillClose() { following?.cancel() }

    private func load() async {
        do {
            let lists = try await services.listChanges.lists()
            for notice in await services.listChanges.newNotices() {
                services.assistant.send(.noticed(.notice(notice)))
            }
            guard !Task.isCancelled else { return }
            show(lists)
        } catch {
            if !Task.isCancelled { services.assistant.notice(error) }
        }
    }

    private func show(_ lists: [NamedList]) {
        var known = Dictionary(cards.map { ($0.name, $0) }) { first, _ in first }
        cards = lists.map { list in
            let card = known.removeValue(forKey: list.name) ?? make(list.name)
            card.show(list)
            return card
        }
        for card in known.values { column.remove(card.root) }
        var previous: Widget?
        for card in cards {
            column.move(card.root, after: previous)
            previous = card.root
        }
        organizer.show(isEmpty: lists.isEmpty)
    }

    private func make(_ name: String) -> ListCard {
        let card = ListCard(name)
        card.onIntent = { [weak self, weak card] in self?.take($0, card) }
        card.onUndo = { [weak self] in self?.undo() ?? false }
        column.append(card.root)
        return card
    }

    private func take(_ intent: ListIntent, _ card: ListCard?) {
        guard let card else { return }
        let (changes, name) = (services.listChanges, card.name)
        organizer.perform { [weak self] in
            let change =
                switch intent {
                case .take(let item, _): try await changes.take(item, from: name)
                case .add(let item): try await changes.add(item, to: name)
                case .delete: try await changes.delete(name)
                }
            guard let self else { return }
            await load()
            if let change { organizer.toast.show(Self.text(change), isUndoable: true) }
            switch intent {
            case .take(_, let row): card.focus(row: row)
            case .add(let item):
                guard cards.contains(where: { $0 === card }) else {
                    return organizer.toast.show(localized("The list %1 no longer exists", name), isUndoable: false)
                }
                card.clearEntry(of: item)
                if change == nil {
                    organizer.toast.show(localized("%1 is already on %2", item, name), isUndoable: false)
                }
            case .delete: if let first = cards.first { first.focus(row: 0) } else { _ = organizer.toast.grabFocus() }
            }
        }
    }

    /// Begins the list whose name is in the field, and focuses the field for its first item.
    private func create() {
        let name = newList.text.withoutInvisibles.singleSpaced
        guard !name.isEmpty else { return }
        let changes = services.listChanges
        organizer.perform { [weak self] in
            let change = try await changes.create(name)
            guard let self else { return }
            await load()
            newList.text = ""
            if let change { organizer.toast.show(Self.text(change), isUndoable: true) }
            cards.first { $0.name.lowercased() == name.lowercased() }?.focus(row: .max)
        }
    }

    private static func text(_ change: ListChanges.Change) -> String {
        switch change {
        case .created(let name): localized("Created the list %1", name)
        case .taken(let item, let name, _): localized("Removed %1 from %2", item, name)
        case .added(let item, let name): localized("Added %1 to %2", item, name)
        case .deleted(let list, _): localized("Deleted the list %1", list.name)
        }
    }

    /// Undoes the last change; false if there is nothing to undo.
    private func undo() -> Bool {
        let changes = services.listChanges
        guard !changes.isEmpty else { return false }
        organizer.toast.hide()
        organizer.perform { [weak self] in
            guard let change = try await changes.undo(), let self else { return }
            await load()
            let text =
                switch change {
                case .created(let name): localized("Removed the list %1", name)
                case .taken(let item, let name, _): localized("%1 is back on %2", item, name)
                case .added(let item, let name): localized("Removed %1 from %2", item, name)
                case .deleted(let list, _): localized("Restored the list %1", list.name)
                }
            organizer.toast.show(text, isUndoable: false)
        }
        return true
    }
}
