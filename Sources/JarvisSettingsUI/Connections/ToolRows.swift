// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the tool servers: whether each may be used, the result of its last test, and its details. No server is
// started or contacted before the user asks for it.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ToolRows {
    let section = ConnectionSection(
        localized("Tool servers"),
        hint: localized(
            "No tool servers yet. MCP servers give JARVIS extra tools. Press + to add one."))
    var onEdit: (@MainActor (ToolConnection) -> Void)?
    var onRemove: (@MainActor (ToolConnection, _ place: Int) -> Void)?
    var onEnable: (@MainActor (String, Bool) -> Void)?
    var onRevoke: (@MainActor (_ tool: String?, _ server: String) -> Void)?

    private let control: any ConnectionsControl
    private var rows: [Row] = []

    init(_ control: any ConnectionsControl) {
        self.control = control
    }

    func end() {
        for row in rows { row.asking?.cancel() }
    }

    func show(_ servers: [ToolConnection]) {
        var known = Dictionary(rows.map { ($0.server.name, $0) }) { first, _ in first }
        var new: [Widget] = []
        rows = servers.map { server in
            if let row = known.removeValue(forKey: server.name) {
                row.show(server)
                return row
            }
            let row = make(server)
            new.append(row.root)
            return row
        }
        section.show(rows.map(\.root), removing: known.values.map(\.root), adding: new)
        for row in known.values { row.asking?.cancel() }
    }

    /// Focuses the row that is now at this position, or else the last one.
    /// - Returns: false if there is no row.
    func focus(row: Int) -> Bool {
        guard !rows.isEmpty else { return false }
        rows[min(row, rows.count - 1)].row.grabFocus()
        return true
    }

    /// Starts or contacts a server, as its button does.
    func test(_ name: String) {
        if let row = rows.first(where: { $0.server.name == name }) { ask(row) }
    }

    private func make(_ server: ToolConnection) -> Row {
        let row = Row(server)
        row.row.onTest = { [weak self, weak row] in if let row { self?.ask(row) } }
        row.row.onEdit = { [weak self, weak row] in if let row { self?.onEdit?(row.server) } }
        row.row.onRemove = { [weak self, weak row] in
            guard let self, let row, let place = rows.firstIndex(where: { $0 === row }) else { return }
            onRemove?(row.server, place)
        }
        row.onEnable = { [weak self, weak row] in if let row { self?.onEnable?(row.server.name, $0) } }
        row.onRevoke = { [weak self, weak row] in if let row { self?.onRevoke?($0, row.server.name) } }
        row.onDetails = { [weak self, weak row] in if let row { self?.loadLog(row) } }
        return row
    }

    private func ask(_ row: Row) {
        row.asking?.cancel()
        row.health = .asking
        let name = row.server.name
        row.asking = Task { [weak self, weak row, control] in
            let found: ConnectionHealth
            var tools: [OfferedTool]?
            do {
                let answer = try await control.ask(tools: name)
                tools = answer.tools
                let count = localized("%1 tool", "%1 tools", count: answer.tools.count)
                let words =
                    answer.product.isEmpty
                    ? localized("Connected, %1", count) : localized("%1 connected, %2", answer.product, count)
                found = .answering(milliseconds: answer.milliseconds, words)
            } catch {
                found = .failing(ConnectionsPage.words(error))
            }
            guard !Task.isCancelled, let row else { return }
            row.health = found
            if let tools { row.offered = tools }
            self?.loadLog(row)
        }
    }

    private func loadLog(_ row: Row) {
        guard let details = row.details else { return }
        let name = row.server.name
        Task { [weak details, control] in
            let lines = await control.log(of: name)
            details?.show(log: lines)
        }
    }

    /// The row of a tool server.
    @MainActor
    private final class Row {
        let row: ConnectionRow
        var root: Widget { row.root }
        /// Created when first unfolded. Most never are, and a page with many servers must open quickly.
        private(set) var details: ToolDetails?
        private(set) var server: ToolConnection
        var onEnable: (@MainActor (Bool) -> Void)?
        /// Called when the details were unfolded.
        var onDetails: (@MainActor () -> Void)?
        var onRevoke: (@MainActor (String?) -> Void)?
        /// The tools that the server offers; nil until it was asked.
        var offered: [OfferedTool]? {
            didSet { details?.show(offered) }
        }
        var asking: Task<Void, Never>?
        var health = ConnectionHealth.unknown {
            didSet { row.show(content, health) }
        }
        private let enabled: Switch
        private let unfold = Button(label: localized("Details"))
        private var isShowing = false

        init(_ server: ToolConnection) {
            self.server = server
            enabled = Switch(accessibleLabel: localized("Let JARVIS use %1", server.name))
            enabled.announcesChanges(of: localized("Let JARVIS use %1", server.name))
            row = ConnectionRow(server.name, controls: [enabled, unfold])
            unfold.addClass("row-action")
            unfold.setAccessibleLabel(localized("Details of %1", server.name))
            enabled.onChange { [weak self] isOn in
                guard let self, !isShowing else { return }
                onEnable?(isOn)
            }
            unfold.onClick { [weak self] in self?.toggleDetails() }
            fill()
        }

        func show(_ server: ToolConnection) {
            guard server != self.server else { return }
            let isOther =
                server.way != self.server.way || server.variables != self.server.variables
                || server.headers != self.server.headers
            self.server = server
            if isOther {
                asking?.cancel()
                health = .unknown
                offered = nil
            }
            fill()
        }

        private func toggleDetails() {
            if let details {
                details.root.isVisible.toggle()
                return details.root.isVisible ? onDetails?() ?? () : ()
            }
            let details = ToolDetails(server.name)
            self.details = details
            details.onRevoke = { [weak self] in self?.onRevoke?($0) }
            details.show(server)
            if let offered { details.show(offered) }
            row.root.append(details.root)
            onDetails?()
        }

        private func fill() {
            isShowing = true
            enabled.isOn = server.isEnabled
            isShowing = false
            details?.show(server)
            row.show(content, health)
        }

        private var content: ConnectionRow.Content {
            let place =
                switch server.way {
                case .program(let program, let arguments): CommandWords.join([program] + arguments)
                case .address(let address): address
                }
            return .init(detail: FoldedText(place).text, remoteHost: server.remoteHost)
        }
    }
}
