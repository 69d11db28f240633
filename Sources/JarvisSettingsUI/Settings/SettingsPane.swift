// SPDX-License-Identifier: GPL-3.0-or-later
// The settings pane. Every change takes effect at once. A wide window shows the list of pages beside a page; a narrow
// one shows only one of the two, and Back leads from the page to the list.

import GioKit
package import GtkKit
import JarvisCore
package import JarvisDesktopKit

@MainActor
package final class SettingsPane: Pane {
    package let title = localized("Settings")
    package var content: Widget { layers }
    package let hasOwnSearch = true

    private let context: PaneContext
    private let model: SettingsModel
    private let navigation = SettingsNavigation()
    private let pages: SettingsPages
    private let undo: SettingsUndo
    private let layers: Overlay
    private let split: ArrangedBox
    private let loader = PatientLoader()
    private var page = SettingsPage.voice
    private var isWide: Bool
    /// In a narrow window: true if the page is shown instead of the list.
    private var isOnPage = false
    private var arranging: LoopTimer?
    private let settingsChanges: AsyncStream<Settings>
    private var work: Task<Void, Never>?

    package init(_ services: SettingsServices, _ context: PaneContext) {
        self.context = context
        let player = services.hearing?.makePlayer() ?? services.onboarding.makePlayer()
        let preview = VoicePreview(services.synthesizer, player)
        let loan = PreviewLoan(services.assistant)
        model = SettingsModel(services) { [weak preview, settings = services.settings] text in
            // With spoken replies off, voices play only when the user asks for it.
            guard settings.current.speaksReplies else { return }
            preview?.play(text, settings.current.prosody, device: settings.current.outputDevice)
        }
        // Before anything is read from them.
        settingsChanges = model.changes()
        pages = SettingsPages(services, model, preview)
        undo = SettingsUndo(model)
        isWide = SettingsLayout.isWide(context.width)
        split = ArrangedBox([navigation.root, pages.root])
        split.expand(horizontal: true, vertical: true)
        layers = Overlay(split)
        preview.onSound = { [weak layers] in
            if $0 { loan.begin() } else { loan.end() }
            layers?.holdNotes($0)
        }
        loader.root.align(horizontal: .end, vertical: .start)
        loader.root.margins(end: DesignTokens.Panes.margin)
        layers.addLayer(loader.root)
        layers.addLayer(undo.toast.root)
        connect()
        showPage(page)
        showParts()
    }

    package var initialFocus: Widget? { navigation.search }

    package func paneDidOpen() {
        work = Task { [weak self, settingsChanges] in
            for await settings in settingsChanges { self?.pages.show(settings) }
        }
    }

    package func find() {
        goToList()
        navigation.find()
    }

    /// - Parameter place: a page, or the key of a setting.
    package func show(place: String) {
        if let page = SettingsPage(rawValue: place) {
            open(page, row: nil)
            pages.open(page).enter()
        } else if let page = SettingsFinder.page(of: place) {
            open(page, row: place)
        }
    }

    package func turnPage(forward: Bool) -> Bool? {
        let all = SettingsPage.allCases
        // From the list, the first step shows the page that is marked.
        let isListed = !isWide && !isOnPage
        let place = (all.firstIndex(of: page) ?? 0) + (isListed ? 0 : forward ? 1 : -1)
        guard all.indices.contains(place) else { return false }
        open(all[place], row: nil)
        pages.open(all[place]).enter()
        return true
    }

    package func closeInner() -> Bool { pages.closeInner() || navigation.root.containsFocus && navigation.endSearch() }

    package func stepBack() -> Bool {
        guard !isWide, isOnPage else { return false }
        goToList()
        navigation.enter()
        return true
    }

    package func paneWillClose() {
        work?.cancel()
        arranging = nil
        pages.finish()
    }

    private func connect() {
        split.arrange { [weak self] width, height in self?.places(width, height) ?? [] }
        navigation.onOpen = { [weak self] in self?.open($0, row: $1) }
        navigation.onPass = { [weak self] page in
            guard let self, isWide else { return }
            showPage(page)
        }
        navigation.onLeave = { [weak self] in
            guard let self, isWide else { return false }
            return pages.open(page).enter()
        }
        pages.onUndoable = { [weak self] in self?.undo.offer($0, $1) }
        pages.onSetup = { [open = context.open] in open(.setup) }
        pages.onLoad = { [weak self] in if $0 { self?.loader.begin() } else { self?.loader.end() } }
        let keys = KeyController()
        keys.captures()
        // Handled before a text field would undo typing: while a toast offers undo, Ctrl+Z means that.
        keys.onPress { [weak self] in $0 == .undo && self?.undo.takesBack() ?? false }
        layers.add(keys)
        let shortcuts = ShortcutController()
        shortcuts.add("<Control>z") { [weak self] in self?.undo.undo() ?? false }
        layers.add(shortcuts)
    }

    private func open(_ page: SettingsPage, row: String?) {
        showPage(page)
        isOnPage = true
        showParts()
        let view = pages.open(page)
        if let row, view.find(row) { return }
        if !isWide { view.enter() }
    }

    private func showPage(_ page: SettingsPage) {
        self.page = page
        navigation.select(page)
        pages.open(page)
    }

    private func goToList() {
        isOnPage = false
        showParts()
    }

    private func showParts() {
        navigation.root.isVisible = isWide || !isOnPage
        pages.root.isVisible = isWide || isOnPage
        context.retitle(isWide || !isOnPage ? title : page.title)
    }

    /// Lays out list and page. A change between wide and narrow follows later, because visibility must not change
    /// during an allocation.
    private func places(_ width: Int, _ height: Int) -> [Place] {
        if SettingsLayout.isWide(width) != isWide {
            arranging = .once(milliseconds: 0) { [weak self] in self?.fit(width) }
        }
        let whole = Place(x: 0, y: 0, width: width, height: height)
        guard navigation.root.isVisible, pages.root.isVisible else { return [whole, whole] }
        return SettingsLayout.places(width, height, isRightToLeft: split.isRightToLeft)
    }

    private func fit(_ width: Int) {
        isWide = SettingsLayout.isWide(width)
        // Keep the page if the focus is on it.
        if !isWide { isOnPage = pages.root.containsFocus || isOnPage && !navigation.root.containsFocus }
        showParts()
    }
}

/// Decides how the list and the page share the width.
@MainActor
enum SettingsLayout {
    /// True if there is room for the two side by side.
    static func isWide(_ width: Int) -> Bool {
        width >= DesignTokens.Settings.settingsWide && width - listWidth >= DesignTokens.Settings.leastPage
    }

    /// The list and the page in a frame in the middle, which is as wide as the two need.
    static func places(_ width: Int, _ height: Int, isRightToLeft: Bool) -> [Place] {
        let page = min(width - listWidth, DesignTokens.Settings.widestPage)
        let start = (width - listWidth - page) / 2
        return [
            Place(x: start + (isRightToLeft ? page : 0), y: 0, width: listWidth, height: height),
            Place(x: start + (isRightToLeft ? 0 : listWidth), y: 0, width: page, height: height),
        ]
    }

    private static var listWidth: Int { Int(Double(DesignTokens.Settings.listWidth) * TextScale.current) }
}
