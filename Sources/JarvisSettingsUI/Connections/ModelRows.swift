// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the language models: which one is used, the state of each, and buttons to act on them.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ModelRows {
    let section = ConnectionSection(
        localized("Language models"),
        hint: localized("No language model yet, so JARVIS can answer only what its skills cover. Press + to add one."))
    /// Called when the user wants to change a server.
    var onEdit: (@MainActor (ModelConnection) -> Void)?
    var onRemove: (@MainActor (ModelConnection, _ place: Int) -> Void)?
    var onUse: (@MainActor (String?) -> Void)?

    private let control: any ConnectionsControl
    private var rows: [Row] = []
    private var following: LoopTimer?
    private var isOpen = false

    init(_ control: any ConnectionsControl) {
        self.control = control
    }

    /// Call when the page appears. Asks servers now, and again at intervals.
    func begin() {
        isOpen = true
        following = LoopTimer(milliseconds: DesignTokens.Connections.askMilliseconds) { [weak self] in
            self?.askQuietly()
            return self != nil
        }
    }

    func end() {
        isOpen = false
        following = nil
        for row in rows { row.asking?.cancel() }
    }

    func show(_ models: [ModelConnection]) {
        var known = Dictionary(rows.map { ($0.model.name, $0) }) { first, _ in first }
        var new: [Widget] = []
        rows = models.map { model in
            if let row = known.removeValue(forKey: model.name) {
                row.show(model)
                return row
            }
            let row = make(model)
            new.append(row.root)
            return row
        }
        section.show(rows.map(\.root), removing: known.values.map(\.root), adding: new)
        for row in known.values { row.asking?.cancel() }
        if isOpen { askQuietly() }
    }

    /// Focuses the row that is now at this position, or else the last one.
    /// - Returns: false if there is no row.
    func focus(row: Int) -> Bool {
        guard !rows.isEmpty else { return false }
        rows[min(row, rows.count - 1)].row.grabFocus()
        return true
    }

    /// Asks one server, as its button does.
    func test(_ name: String) {
        if let row = rows.first(where: { $0.model.name == name }) { ask(row, isQuiet: false) }
    }

    private func make(_ model: ModelConnection) -> Row {
        let row = Row(model)
        row.row.onTest = { [weak self, weak row] in if let row { self?.ask(row, isQuiet: false) } }
        row.row.onEdit = { [weak self, weak row] in if let row { self?.onEdit?(row.model) } }
        row.row.onRemove = { [weak self, weak row] in
            guard let self, let row, let place = rows.firstIndex(where: { $0 === row }) else { return }
            onRemove?(row.model, place)
        }
        row.onUse = { [weak self, weak row] in
            if let row { self?.onUse?(row.model.isUsed ? nil : row.model.name) }
        }
        return row
    }

    /// Asks the model in use and all local ones. Other remote servers are asked only on request.
    private func askQuietly() {
        for row in rows where row.asking == nil && (row.model.isUsed || row.model.remoteHost == nil) {
            ask(row, isQuiet: true)
        }
    }

    private func ask(_ row: Row, isQuiet: Bool) {
        row.asking?.cancel()
        if !isQuiet || row.health == .unknown { row.health = .asking }
        let model = row.model
        row.asking = Task { [weak row, control] in
            let found: ConnectionHealth
            do {
                let answer = try await control.ask(ConnectionDraft(model))
                let words =
                    answer.models.isEmpty
                    ? localized("Connected")
                    : localized("Connected, %1 model", "Connected, %1 models", count: answer.models.count)
                found = .answering(milliseconds: answer.milliseconds, words)
            } catch {
                found = .failing(ConnectionsPage.words(error))
            }
            guard !Task.isCancelled, let row else { return }
            row.asking = nil
            row.health = found
        }
    }

    /// The row of a language model server.
    @MainActor
    private final class Row {
        let row: ConnectionRow
        var root: Widget { row.root }
        private(set) var model: ModelConnection
        var onUse: (@MainActor () -> Void)?
        var asking: Task<Void, Never>?
        var health = ConnectionHealth.unknown {
            didSet { row.show(content, health) }
        }
        private let use = Button(label: "")

        init(_ model: ModelConnection) {
            self.model = model
            row = ConnectionRow(model.name, controls: [use])
            use.addClass("row-action")
            use.onClick { [weak self] in self?.onUse?() }
            showUse()
            row.show(content, health)
        }

        func show(_ model: ModelConnection) {
            guard model != self.model else { return }
            let isOther =
                model.kind != self.model.kind || model.address != self.model.address || model.model != self.model.model
            self.model = model
            showUse()
            if isOther {
                asking?.cancel()
                asking = nil
                health = .unknown
            }
            row.show(content, health)
        }

        private func showUse() {
            use.setLabel(model.isUsed ? localized("In use") : localized("Use"))
            use.setAccessibleLabel(
                model.isUsed ? localized("Stop using %1", model.name) : localized("Use %1", model.name))
            use.setClass("accent", model.isUsed)
        }

        private var content: ConnectionRow.Content {
            let kind = model.kind == .ollama ? "Ollama" : "OpenAI"
            let parts = [kind, model.address, model.model].filter { !$0.isEmpty }
            return .init(detail: parts.joined(separator: " · "), remoteHost: model.remoteHost)
        }
    }
}
