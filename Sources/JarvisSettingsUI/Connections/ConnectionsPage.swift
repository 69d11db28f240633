// SPDX-License-Identifier: GPL-3.0-or-later
// "Models & tools": the language models and tool servers, with forms to add and change them. The page follows the
// store, so changes on the command line also appear here. Removals can be undone, the last one first.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ConnectionsPage {
    /// The page's column.
    let root: Box

    let control: any ConnectionsControl
    let models: ModelRows
    let tools: ToolRows
    let add = AddButton()
    private let toast = UndoToast()
    private var removed: [RemovedConnection] = []
    private var work: [Task<Void, Never>] = []
    /// The open form.
    weak var form: (any ConnectionForm)?
    /// Closes the open form.
    var closing: (@MainActor () -> Void)?
    /// Waits until a new widget is laid out, then scrolls to it.
    var revealing: LoopTimer?
    /// True to show all servers at once: after the first picture, and for a search, because the position of a match is
    /// known only when everything above it exists.
    private var showsAllAtOnce = false
    private var completing: AfterPainting?
    private(set) var scroller: ScrolledWindow?

    init(_ services: SettingsServices) {
        control = services.connections
        models = ModelRows(control)
        tools = ToolRows(control)
        root = Box(.column, spacing: DesignTokens.Panes.sectionSpacing, [models.section.root, tools.section.root])
        root.addClass("connections")
        root.margins(bottom: DesignTokens.Connections.bottomMargin)
        connect()
    }

    /// Puts the add button and the undo toast over the scrolling page.
    func float(over scroller: ScrolledWindow, in layers: Overlay) {
        self.scroller = scroller
        add.place = layers
        layers.addLayer(add.root)
        layers.addLayer(toast.root)
        toast.root.margins(bottom: DesignTokens.Connections.toastMargin)
        for signal in ["value-changed", "changed"] {
            scroller.verticalAdjustment.on(signal) { [weak self] in self?.placeSoon() }
        }
        add.root.isVisible = false
        let shortcuts = ShortcutController()
        shortcuts.add("<Control>z") { [weak self] in
            guard let self else { return false }
            // While a form is open, Ctrl+Z only undoes typing.
            guard closing == nil else { return true }
            return toast.root.isRevealed && undo()
        }
        // On the layers, because after the last server is removed the toast has the focus, outside the page.
        layers.add(shortcuts)
    }

    /// Call when the page appears on the screen.
    func begin() {
        // Subscribes before the first read, so no change is lost.
        let changes = control.changes()
        work = [
            Task { [weak self] in
                await self?.load()
                for await _ in changes { await self?.load() }
            }
        ]
        models.begin()
        placeSoon()
    }

    func end() {
        for task in work { task.cancel() }
        placing = nil
        revealing = nil
        completing = nil
        models.end()
        tools.end()
        closing?()
        add.detach()
        removed = []
        toast.hide()
    }

    /// Handles Esc: closes the open menu or form; false if nothing is open.
    func closeInner() -> Bool {
        if add.isOpen {
            add.close()
            return true
        }
        guard let closing else { return false }
        closing()
        add.root.grabFocus()
        return true
    }

    /// Focuses the first server.
    func enter() { if !models.focus(row: 0), !tools.focus(row: 0) { focus(models.section) } }

    /// Shows all servers from the first frame on.
    func showAllAtOnce() { showsAllAtOnce = true }

    /// Focuses the servers of the kind that the user searched for.
    /// - Returns: false if the name means something else.
    func find(_ name: String) -> Bool {
        showAllAtOnce()
        switch SettingsAction(rawValue: name) {
        case .languageModels:
            if !models.focus(row: 0) { focus(models.section) }
            reveal(models.section.root)
        case .toolServers:
            if !tools.focus(row: 0) { focus(tools.section) }
            reveal(tools.section.root)
        default: return false
        }
        return true
    }

    /// Focuses a section itself, because without servers nothing in it can have the focus. A screen reader reads its
    /// title.
    private func focus(_ section: ConnectionSection) {
        section.root.isFocusable = true
        section.root.grabFocus()
    }

    /// Explains a failure in the user's language.
    static func words(_ error: any Error) -> String {
        (error as? any ExplainedFailure).map(BannerText.words) ?? localized("That didn't work: %1", "\(error)")
    }

    private var placing: LoopTimer?

    /// Places the button later, because positions are known only after the scrolled content is laid out.
    private func placeSoon() {
        placing = .once(milliseconds: DesignTokens.Connections.revealMilliseconds) { [weak self] in self?.place() }
    }

    /// Shows the button while the page is in view.
    private func place() {
        guard let scroller, let place = root.bounds(in: scroller) else { return }
        add.root.isVisible = place.y < Double(scroller.height) && place.y + place.height > 0
    }

    private func connect() {
        add.onChoose = { [weak self] choice in
            switch choice {
            case .model: self?.edit(model: nil)
            case .tools: self?.edit(tools: nil)
            case .paste: self?.paste()
            }
        }
        models.onEdit = { [weak self] in self?.edit(model: $0) }
        models.onUse = { [weak self] name in self?.perform { try await $0.control.use(model: name) } }
        models.onRemove = { [weak self] model, place in
            self?.remove {
                try await $0.removeModel(model.name)
            } focus: {
                $0.models.focus(row: place)
            }
        }
        tools.onEdit = { [weak self] in self?.edit(tools: $0) }
        tools.onEnable = { [weak self] name, isOn in
            self?.perform {
                try await $0.control.setEnabled(isOn, tools: name)
                if isOn { $0.tools.test(name) }
            }
        }
        tools.onRevoke = { [weak self] tool, name in
            self?.perform { try await $0.control.revoke(tool, of: name) }
        }
        tools.onRemove = { [weak self] server, place in
            self?.remove {
                try await $0.removeTools(server.name)
            } focus: {
                $0.tools.focus(row: place)
            }
        }
        toast.onUndo = { [weak self] in _ = self?.undo() }
    }

    func load() async {
        do {
            let found = try await control.list()
            guard !Task.isCancelled else { return }
            show(found)
        } catch {
            if !Task.isCancelled { tell(Self.words(error)) }
        }
    }

    /// Shows the servers. The first time, shows only those in view; the others follow when these have been painted.
    private func show(_ found: Connections) {
        let most = DesignTokens.Connections.firstRows
        let isLong = found.models.count + found.tools.count > most
        let isPart = isLong && !showsAllAtOnce
        showsAllAtOnce = true
        models.show(isPart ? Array(found.models.prefix(most)) : found.models)
        tools.show(isPart ? Array(found.tools.prefix(max(1, most - found.models.count))) : found.tools)
        completing = isPart ? AfterPainting(root) { [weak self] in self?.show(found) } : nil
    }

    /// Runs the work and shows the result, or the reason for a failure.
    private func perform(_ body: @escaping @MainActor (ConnectionsPage) async throws -> Void) {
        Task { [weak self] in
            guard let self else { return }
            do { try await body(self) } catch { tell(Self.words(error)) }
            await load()
        }
    }

    func tell(_ words: String, isUndoable: Bool = false) { toast.show(words, isUndoable: isUndoable) }
}

// Removing and undoing
extension ConnectionsPage {
    private func remove(
        _ body: @escaping @MainActor (any ConnectionsControl) async throws -> RemovedConnection?,
        focus: @escaping @MainActor (ConnectionsPage) -> Bool
    ) {
        perform { page in
            guard let gone = try await body(page.control) else { return }
            page.removed.append(gone)
            await page.load()
            page.tell(localized("Removed %1", gone.name), isUndoable: true)
            if !focus(page) { _ = page.toast.grabFocus() }
        }
    }

    /// Undoes the last removal; false if there is nothing to undo.
    private func undo() -> Bool {
        guard let last = removed.popLast() else { return false }
        toast.hide()
        perform { page in
            do {
                try await last.restore()
            } catch {
                page.removed.append(last)
                throw error
            }
            page.tell(localized("%1 restored", last.name))
        }
        return true
    }
}
