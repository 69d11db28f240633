// SPDX-License-Identifier: GPL-3.0-or-later
// One page of the settings: sections below each other, and the way to one of its rows.

import GioKit
import GtkKit
import JarvisCore

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
    /// What stands below the servers, until these have been painted.
    private var waiting: [Widget] = []
    private var completing: AfterPainting?

    /// - Parameter connections: What stands above the sections, with a button over the page.
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
        place.setRole(.tabPanel)
        place.setAccessibleLabel(page.title)
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

    /// The settings of the page that have a row.
    var names: Set<String> { Set(rows.map(\.name)) }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
    }

    /// The pane closes: what was begun is finished now.
    func finish() {
        (showing, fading, completing) = (nil, nil, nil)
        for row in rows { row.finish() }
    }

    /// Gives the keyboard to the first row.
    @discardableResult
    func enter() -> Bool {
        guard let connections else { return rows.contains { $0.takeKeyboard() } }
        connections.enter()
        return true
    }

    /// Brings a row into view, gives it the keyboard and lights it for a moment.
    /// - Returns: false where the page has no such row.
    @discardableResult
    func find(_ name: String) -> Bool {
        guard let row = rows.first(where: { $0.name == name }) else { return connections?.find(name) == true }
        connections?.showAllAtOnce()
        complete()
        focus(row)
        lit?.setClass("found", false)
        lit = row.root
        row.root.setClass("found", true)
        fading = .once(milliseconds: DesignTokens.Panes.foundMilliseconds) { [weak self] in
            self?.lit?.setClass("found", false)
        }
        // A page that has just been made has no places yet.
        showing = .once(milliseconds: DesignTokens.Panes.layoutMilliseconds) { [weak self] in self?.reveal(row.root) }
        return true
    }

    /// What has no effect now cannot take the keyboard; its row does instead, so that a screen reader says it.
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
    /// In the user's language.
    var title: String {
        switch self {
        case .voice: localized("Voice")
        case .listening: localized("Listening")
        case .conversation: localized("Conversation")
        case .models: localized("Models & tools")
        case .appearance: localized("Appearance")
        case .privacy: localized("Privacy")
        case .desktop: localized("Desktop")
        case .about: localized("About & diagnostics")
        }
    }

    /// Name of its symbolic icon.
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
