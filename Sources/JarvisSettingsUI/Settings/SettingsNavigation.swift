// SPDX-License-Identifier: GPL-3.0-or-later
// The navigation of the settings: a search field above the list of pages; results replace the list.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SettingsNavigation {
    let root: Widget
    let search = SearchEntry(
        placeholder: localized("Search"), accessibleLabel: localized("Search settings"))
    /// Called when the user has chosen a page, or a row on it from a search.
    var onOpen: (@MainActor (SettingsPage, _ row: String?) -> Void)?
    /// Called when the focus moves to a page in the list.
    var onPass: (@MainActor (SettingsPage) -> Void)?
    /// Called when Tab leaves the list for the page.
    var onLeave: (@MainActor () -> Bool)?

    private let pages = KeyList(role: .tabList, label: localized("Settings pages"))
    private let results = KeyList(role: .group, label: localized("Search results"))
    private let nothing = Label(
        localized("No results. Try “louder” or “microphone”."), classes: ["hint"])
    private let found = Label(classes: ["setting-detail"])
    private let finder = SettingsFinder()
    private var hits: [SettingsFinder.Hit] = []

    init() {
        let column = Box(.column, [pages.root, found, results.root, nothing])
        column.addClass("settings-list")
        let scroller = ScrolledWindow(column)
        scroller.expand(horizontal: true, vertical: true)
        let bar = Box(.column, [search])
        bar.addClass("pane-search")
        search.expand(horizontal: true)
        root = Box(.column, [bar, scroller])
        for label in [nothing, found] {
            label.wraps()
            label.setRole(.status)
            label.isVisible = false
        }
        found.setTextAlignment(0)
        results.root.isVisible = false
        pages.offer(SettingsPage.allCases.map(Self.entry))
        connect()
    }

    /// Selects the page that is shown.
    func select(_ page: SettingsPage) {
        pages.select(SettingsPage.allCases.firstIndex(of: page) ?? 0)
    }

    /// Focuses the page or result selected last.
    func enter() { if hits.isEmpty { pages.enter() } else { results.enter() } }

    func find() {
        search.grabFocus()
        search.selectAll()
    }

    /// Ends a search; false if there is none.
    func endSearch() -> Bool {
        guard !search.text.isEmpty else { return false }
        search.text = ""
        look()
        search.grabFocus()
        return true
    }

    private static func entry(_ page: SettingsPage) -> Button {
        let icon = Image(icon: page.icon, pixels: DesignTokens.Panes.icon)
        icon.setRole(.none)
        let title = Label(page.title)
        title.setTextAlignment(0)
        title.wraps()
        title.setRole(.none)
        title.expand(horizontal: true)
        let button = Button(Box(.row, spacing: 12, [icon, title]), accessibleLabel: page.title)
        button.setRole(.tab)
        button.addClass("list-entry")
        return button
    }

    private func connect() {
        search.onSearch { [weak self] in self?.look() }
        search.on("activate") { [weak self] in self?.openFirst() }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] press in
            guard let self, press.isPlain, press.key == KeyPress.down else { return false }
            look()
            enter()
            return true
        }
        search.add(keys)
        pages.onChoose = { [weak self] in self?.onOpen?(SettingsPage.allCases[$0], nil) }
        pages.onPass = { [weak self] in self?.onPass?(SettingsPage.allCases[$0]) }
        results.onChoose = { [weak self] in self?.open($0) }
        for list in [pages, results] {
            list.onLeave = { [weak self] in self?.onLeave?() ?? false }
            list.onTop = { [weak self] in self?.search.grabFocus() }
        }
    }

    /// Shows the results of the search, or the list of pages if there is none.
    private func look() {
        let query = search.text.trimmed
        let wanted = finder.hits(query)
        if wanted.map(\.name) != hits.map(\.name) {
            hits = wanted
            results.offer(hits.map(Self.result))
        }
        pages.root.isVisible = query.isEmpty
        results.root.isVisible = !hits.isEmpty
        nothing.isVisible = !query.isEmpty && hits.isEmpty
        found.isVisible = !hits.isEmpty
        found.tell(localized("%1 setting found", "%1 settings found", count: hits.count), .results)
        if nothing.isVisible { nothing.announce(nothing.text, .results) }
    }

    private static func result(_ hit: SettingsFinder.Hit) -> Button {
        let (title, place) = (Label(hit.title), Label(hit.page.title, classes: ["setting-detail"]))
        for label in [title, place] {
            label.setTextAlignment(0)
            label.wraps()
            label.setRole(.none)
        }
        let button = Button(
            Box(.column, spacing: 2, [title, place]),
            accessibleLabel: localized("%1, on the %2 page", hit.title, hit.page.title))
        button.addClass("list-entry")
        return button
    }

    /// Opens the best result; Enter in the field calls this.
    private func openFirst() {
        look()
        if !hits.isEmpty { open(0) }
    }

    private func open(_ place: Int) {
        guard hits.indices.contains(place) else { return }
        results.select(place)
        onOpen?(hits[place].page, hits[place].name)
    }
}
