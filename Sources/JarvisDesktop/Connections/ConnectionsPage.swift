// SPDX-License-Identifier: GPL-3.0-or-later
// "Models & tools": the language models and tool servers, with forms to add and change them. It follows what keeps them,
// so that what is done on the command line shows here as well, and takes back what was removed last.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisCore

@MainActor
final class ConnectionsPage {
    /// The column of the page.
    let root: Box

    let control: any ConnectionsControl
    let models: ModelRows
    let tools: ToolRows
    let add = AddButton()
    private let toast = UndoToast()
    private var removed: [RemovedConnection] = []
    private var work: [Task<Void, Never>] = []
    /// The form that is open.
    weak var form: (any ConnectionForm)?
    /// What closes it.
    var closing: (@MainActor () -> Void)?
    /// What scrolls to something that has just come, once that has its place.
    var revealing: LoopTimer?
    /// Whether all servers are shown at once: after the first picture, and where something is searched for, whose place is
    /// known once everything above it is there.
    private var showsAllAtOnce = false
    private var completing: AfterPainting?
    private(set) var scroller: ScrolledWindow?

    init(_ services: DesktopServices) {
        control = services.connections
        models = ModelRows(control)
        tools = ToolRows(control)
        root = Box(.column, spacing: DesignTokens.Panes.sectionSpacing, [models.section.root, tools.section.root])
        root.addClass("connections")
        root.margins(bottom: DesignTokens.Connections.bottomMargin)
        connect()
    }

    /// Puts the round button and the notes over what scrolls the page.
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
            // What is typed has changes of its own to undo, and nothing else is meant meanwhile.
            guard closing == nil else { return true }
            return toast.root.isRevealed && undo()
        }
        // The note has the keyboard once the last server is gone.
        layers.add(shortcuts)
    }

    /// The page is on screen.
    func begin() {
        // Asked for first, so that no change is lost between the first look and the stream.
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

    /// Esc: closes the choice or the form that is open; false when there is none.
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

    /// Gives the keyboard to the first server.
    func enter() { if !models.focus(row: 0), !tools.focus(row: 0) { focus(models.section) } }

    /// Lets no server come after the first picture.
    func showAllAtOnce() { showsAllAtOnce = true }

    /// Shows the servers of a kind that was searched for.
    /// - Returns: false where it is about something else.
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

    /// Without a server there is nothing in it that takes the keyboard; a screen reader then says its title.
    private func focus(_ section: ConnectionSection) {
        section.root.isFocusable = true
        section.root.grabFocus()
    }

    /// What failed, in the user's language.
    static func words(_ error: any Error) -> String {
        (error as? any ExplainedFailure).map(BannerText.words) ?? localized("That did not work: %1", "\(error)")
    }

    private var placing: LoopTimer?

    /// Places are known once what has scrolled is laid out.
    private func placeSoon() {
        placing = .once(milliseconds: DesignTokens.Connections.revealMilliseconds) { [weak self] in self?.place() }
    }

    /// The button is there where the page is.
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

    /// The first time, those that are in view; the others when these have been painted.
    private func show(_ found: Connections) {
        let most = DesignTokens.Connections.firstRows
        let isLong = found.models.count + found.tools.count > most
        let isPart = isLong && !showsAllAtOnce
        showsAllAtOnce = true
        models.show(isPart ? Array(found.models.prefix(most)) : found.models)
        tools.show(isPart ? Array(found.tools.prefix(max(1, most - found.models.count))) : found.tools)
        completing = isPart ? AfterPainting(root) { [weak self] in self?.show(found) } : nil
    }

    /// Does it, and shows what has become of it; why something could not be done is said.
    private func perform(_ body: @escaping @MainActor (ConnectionsPage) async throws -> Void) {
        Task { [weak self] in
            guard let self else { return }
            do { try await body(self) } catch { tell(Self.words(error)) }
            await load()
        }
    }

    func tell(_ words: String, isUndoable: Bool = false) { toast.show(words, isUndoable: isUndoable) }
}

// Removing and taking back
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

    /// Takes back what was removed last; false when there is nothing.
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
            page.tell(localized("%1 is back", last.name))
        }
        return true
    }
}
