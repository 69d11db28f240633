// SPDX-License-Identifier: GPL-3.0-or-later
// The details below a tool server's row: the effects of its tools, which may run without asking, and the end of its
// log.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ToolDetails {
    let root = Box(.column, spacing: DesignTokens.Panes.headingSpacing)
    /// Called to take back the permission for a tool to run without asking; with nil, that for the read-only tools.
    var onRevoke: (@MainActor (String?) -> Void)?

    private let name: String
    private let allowed = Box(.column, spacing: DesignTokens.Panes.chipSpacing)
    private let tools = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    private let log = Label(classes: ["connection-log", "mono"])
    private var shown: (allowsReading: Bool, allowed: [String])?

    init(_ name: String) {
        self.name = name
        log.setTextAlignment(0)
        log.wraps()
        let parts: [(String, Widget)] = [
            (localized("Allowed without asking"), allowed), (localized("Tools"), tools), (localized("Log"), log),
        ]
        for (title, content) in parts {
            let heading = Label(title, classes: ["form-label", "footnote"])
            heading.setTextAlignment(0)
            let part = Box(.column, spacing: DesignTokens.Panes.chipSpacing, [heading, content])
            part.setRole(.group)
            part.setAccessibleLabel("\(name): \(title)")
            root.append(part)
        }
        root.addClass("connection-details")
        show(nil)
        show(log: [])
    }

    func show(_ connection: ToolConnection) {
        guard
            shown.map({ $0.allowsReading != connection.allowsReading || $0.allowed != connection.allowedTools }) ?? true
        else { return }
        shown = (connection.allowsReading, connection.allowedTools)
        allowed.removeAll()
        if connection.allowsReading { allowed.append(permission(localized("Everything that only reads data"), nil)) }
        for tool in connection.allowedTools { allowed.append(permission(tool, tool)) }
        if allowed.firstChild == nil {
            allowed.append(Self.text(localized("Nothing. JARVIS asks each time."), ["setting-detail"]))
        }
    }

    /// - Parameter offered: the server's tools; nil until it was asked.
    func show(_ offered: [OfferedTool]?) {
        tools.removeAll()
        guard let offered, !offered.isEmpty else {
            let words = offered == nil ? localized("Press “Test” to list them.") : localized("None")
            return tools.append(Self.text(words, ["setting-detail"]))
        }
        for tool in offered {
            let heading = localized("%1 — %2", FoldedText.visible(tool.name), tool.effect.words)
            let row = Box(.column, [Self.text(heading, ["connection-tool"])])
            let first = tool.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            if !first.isEmpty {
                let text = FoldedText.visible(String(first.prefix(DesignTokens.Connections.toolText)))
                row.append(Self.text(text, ["setting-detail"]))
            }
            tools.append(row)
        }
    }

    func show(log lines: [String]) {
        let newest = lines.suffix(DesignTokens.Connections.logLines)
        log.text =
            newest.isEmpty ? localized("Nothing yet") : newest.map { FoldedText.visible($0) }.joined(separator: "\n")
    }

    private func permission(_ title: String, _ tool: String?) -> Widget {
        let label = Self.text(FoldedText.visible(title), ["connection-tool"])
        label.expand(horizontal: true)
        label.align(vertical: .center)
        let revoke = Button(label: localized("Ask again"))
        revoke.setAccessibleLabel(localized("Ask before running %1 from %2", title, name))
        revoke.addClass("row-action")
        revoke.align(vertical: .center)
        revoke.onClick { [weak self] in self?.onRevoke?(tool) }
        return StackingRow(label, revoke, share: 0.5, spacing: DesignTokens.Panes.rowSpacing)
    }

    private static func text(_ text: String, _ classes: [String]) -> Label {
        let label = Label(text, classes: classes)
        label.setTextAlignment(0)
        label.wraps()
        return label
    }
}

extension OfferedTool.Effect {
    /// The effect that the server claims, which JARVIS can't verify.
    fileprivate var words: String {
        switch self {
        case .reads: localized("reads only")
        case .writes: localized("makes changes")
        case .destroys: localized("may delete or overwrite")
        }
    }
}
