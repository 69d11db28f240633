// SPDX-License-Identifier: GPL-3.0-or-later
// What can be set, page by page. Every change holds at once. In wide windows the list of pages stays beside the page; in
// narrow ones there is either of them, and the way back leads from the page to the list.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class SettingsPane: Pane {
    let title = localized("JARVIS Settings")
    var content: Widget { layers }
    let hasLargeTitle = true
    let hasOwnSearch = true

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
    /// In narrow windows: the page is there instead of the list.
    private var isOnPage = false
    private var arranging: LoopTimer?
    private var work: Task<Void, Never>?

    init(_ context: PaneContext) {
        self.context = context
        let services = context.services
        let player = services.hearing?.makePlayer() ?? services.onboarding.makePlayer()
        let preview = VoicePreview(services.synthesizer, player)
        let loan = PreviewLoan(services.assistant)
        preview.onSound = { if $0 { loan.begin() } else { loan.end() } }
        model = SettingsModel(services) { [weak preview, settings = services.settings] text in
            // Who wants no replies aloud hears only what is asked for by its button.
            guard settings.current.speaksReplies else { return }
            preview?.play(text, settings.current.prosody, device: settings.current.outputDevice)
        }
        pages = SettingsPages(services, model, preview)
        undo = SettingsUndo(model)
        isWide = SettingsLayout.isWide(context.width)
        split = ArrangedBox([navigation.root, pages.root])
        split.expand(horizontal: true, vertical: true)
        layers = Overlay(split)
        loader.root.align(horizontal: .end, vertical: .start)
        loader.root.margins(end: DesignTokens.Panes.margin)
        layers.addLayer(loader.root)
        layers.addLayer(undo.toast.root)
        connect()
        showPage(page)
        showParts()
    }

    var initialFocus: Widget? { navigation.search }

    func paneDidOpen() {
        let changes = model.changes()
        work = Task { [weak self] in
            for await settings in changes { self?.pages.show(settings) }
        }
    }

    func find() {
        goToList()
        navigation.find()
    }

    /// - Parameter place: a page, or the key of a setting.
    func show(place: String) {
        if let page = SettingsPage(rawValue: place) {
            open(page, row: nil)
            pages.open(page).enter()
        } else if let page = SettingsFinder.page(of: place) {
            open(page, row: place)
        }
    }

    func closeInner() -> Bool { pages.closeInner() || navigation.root.containsFocus && navigation.endSearch() }

    func stepBack() -> Bool {
        guard !isWide, isOnPage else { return false }
        goToList()
        navigation.enter()
        return true
    }

    func paneWillClose() {
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
        // A field would undo its own text first; the note on the screen says what is meant.
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

    /// Where the parts stand. What is visible must not change within an allocation: it does when that is over.
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
        // The page stays where it was being looked at.
        if !isWide { isOnPage = pages.root.containsFocus || isOnPage && !navigation.root.containsFocus }
        showParts()
    }
}

/// How list and page share the width.
@MainActor
enum SettingsLayout {
    /// True where both have room beside each other.
    static func isWide(_ width: Int) -> Bool {
        width >= DesignTokens.Panes.settingsWide && width - listWidth >= DesignTokens.Panes.leastPage
    }

    static func places(_ width: Int, _ height: Int, isRightToLeft: Bool) -> [Place] {
        let list = Place(x: isRightToLeft ? width - listWidth : 0, y: 0, width: listWidth, height: height)
        let page = Place(x: isRightToLeft ? 0 : listWidth, y: 0, width: width - listWidth, height: height)
        return [list, page]
    }

    private static var listWidth: Int { Int(Double(DesignTokens.Panes.listWidth) * TextScale.current) }
}
