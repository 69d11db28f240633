// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the settings: its sections in a column, and access to their rows.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SettingsPageView {
    let root: Widget

    private let page: SettingsPage
    private let connections: ConnectionsPage?
    private let rows: [any SettingRow]
    private let scroller: ScrolledWindow
    private let column: Box
    private var showing: LoopTimer?
    private var fading: LoopTimer?
    private weak var lit: Widget?
    /// The content below the servers, held back until the servers have been painted.
    private var waiting: [Widget] = []
    private var completing: AfterPainting?

    /// - Parameter connections: servers to show above the sections, with a button that floats over the page.
    init(_ page: SettingsPage, _ sections: [SettingsSection], connections: ConnectionsPage? = nil) {
        self.page = page
        self.connections = connections
        rows = sections.flatMap(\.rows)
        column = Box(
            .column, spacing: DesignTokens.Panes.sectionSpacing,
            ([connections?.root].compactMap { $0 }) + sections.map(\.root))
        let bin = ClampBin(column, maximum: DesignTokens.Panes.columnWidth, fills: true)
        bin.addClass("pane-column")
        scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        let layers = Overlay(scroller)
        layers.expand(horizontal: true, vertical: true)
        connections?.float(over: scroller, in: layers)
        let place = Box(.column, [layers])
        place.addClass("settings-page")
        // The page of the stack around it has the title.
        root = place
        guard connections != nil else { return }
        waiting = sections.map(\.root)
        for section in waiting { section.isVisible = false }
        completing = AfterPainting(root) { [weak self] in self?.complete() }
    }

    private func complete() {
        completing = nil
        for section in waiting { section.isVisible = true }
        waiting = []
    }

    /// The names of the page's rows.
    var names: Set<String> { Set(rows.map(\.name)) }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
    }

    /// Saves pending changes. Call when the pane closes.
    func finish() {
        (showing, fading, completing) = (nil, nil, nil)
        for row in rows { row.finish() }
    }

    /// Focuses the first row.
    @discardableResult
    func enter() -> Bool {
        guard let connections else { return rows.contains { $0.takeKeyboard() } }
        connections.enter()
        return true
    }

    /// Scrolls a row into view, focuses it and highlights it for a moment.
    /// - Returns: false if the page has no such row.
    @discardableResult
    func find(_ name: String) -> Bool {
        guard let row = rows.first(where: { $0.name == name }) else { return connections?.find(name) == true }
        connections?.showAllAtOnce()
        complete()
        focus(row)
        lit?.setClass("found", false)
        lit = row.root
        row.root.setClass("found", true)
        fading = .once(milliseconds: DesignTokens.Settings.foundMilliseconds) { [weak self] in
            self?.lit?.setClass("found", false)
        }
        // A new page has no layout yet.
        showing = .once(milliseconds: DesignTokens.Settings.layoutMilliseconds) { [weak self] in self?.reveal(row.root)
        }
        return true
    }

    /// Focuses a row's control, or the row itself if the control is disabled and can't have the focus.
    private func focus(_ row: any SettingRow) {
        guard !row.takeKeyboard() else { return }
        row.root.isFocusable = true
        row.root.setAccessibleLabel(
            SettingDescriptor.named(row.name)?.text.shownTitle
                ?? SettingsAction(rawValue: row.name)?.text.shownTitle ?? row.name)
        row.root.grabFocus()
    }

    private func reveal(_ row: Widget) {
        guard let bounds = row.bounds(in: column) else { return }
        let extent = scroller.verticalExtent
        let isInView = bounds.y >= extent.value && bounds.y + bounds.height <= extent.value + extent.page
        guard !isInView else { return }
        scroller.scroll(toVertical: bounds.y - (extent.page - bounds.height) / 3)
    }
}

extension SettingsPage {
    /// The page's title in the user's language.
    var title: String {
        switch self {
        case .voice: localized("Voice")
        case .listening: localized("Listening", context: "page of the settings")
        case .conversation: localized("Conversation")
        case .models: localized("Models & tools")
        case .appearance: localized("Appearance")
        case .privacy: localized("Privacy")
        case .desktop: localized("Desktop")
        case .about: localized("About & diagnostics")
        }
    }

    /// The name of the page's symbolic icon.
    var icon: String {
        switch self {
        case .voice: "jarvis-speaker-symbolic"
        case .listening: "jarvis-microphone-symbolic"
        case .conversation: "jarvis-note-symbolic"
        case .models: "jarvis-commands-symbolic"
        case .appearance: "jarvis-appearance-symbolic"
        case .privacy: "jarvis-privacy-symbolic"
        case .desktop: "jarvis-desktop-symbolic"
        case .about: "jarvis-about-symbolic"
        }
    }
}
