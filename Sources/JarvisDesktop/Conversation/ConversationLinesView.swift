// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the lines of a conversation in a column, scrolled to the newest: with the speakers' names in the keyboard pane,
// and as centred captions on the main screen's card.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ConversationLinesView {
    let root: Widget
    private let scroller: ScrolledWindow
    private let column = Box(.column, spacing: 6)
    private let adjustment: GObjectRef
    private let actions = ToolCallList()
    private var rows: [Row] = []
    private var scrollTimer: LoopTimer?

    enum Style {
        /// The last exchange, as captions; takes as much room as the lines need.
        case exchange
        /// Several exchanges with the speakers' names; takes all the height available.
        case conversation
    }

    private let style: Style

    init(_ style: Style) {
        self.style = style
        scroller = ScrolledWindow(column, label: localized("Conversation"))
        scroller.addClass("conversation")
        if style == .exchange {
            scroller.growsWithContent(isWide: true)
        } else {
            scroller.expand(horizontal: true, vertical: true)
            column.align(vertical: .end)
        }
        column.append(actions.root)
        root = scroller
        adjustment = scroller.verticalAdjustment
        adjustment.on("changed") { [weak self] in self?.scrollToEnd() }
    }

    /// Shows these lines. A row whose text hasn't changed stays as it is.
    func show(_ lines: [ConversationLine]) {
        while rows.count > lines.count { column.remove(rows.removeLast().root) }
        while rows.count < lines.count {
            let row = Row(style)
            rows.append(row)
            column.append(row.root)
        }
        for (row, line) in zip(rows, lines) { row.show(line) }
        // The tool calls go between the question and its answer.
        let question = lines.lastIndex { $0.speaker == .user }
        column.move(actions.root, after: (question.map { rows[$0] } ?? rows.last)?.root)
        if rows.last?.isPartial ?? false { scrollToEnd() }
    }

    /// Shows the agent's tool calls.
    func show(_ entries: [ActionEntry]) { actions.show(entries) }

    /// Scrolls to the newest line; while a reply is spoken, to the words being heard. Deferred, because the extent
    /// changes during an allocation.
    private func scrollToEnd() {
        scrollTimer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            let (value, page, upper) = scroller.verticalExtent
            guard upper > page else { return }
            let heard = rows.last.flatMap { $0.isPartial ? $0.shownEnd(in: column) : nil } ?? upper
            let place = max(0, min(heard, upper) - page)
            if place != value { scroller.scroll(toVertical: place) }
        }
    }

    /// One line: its speaker and its text.
    @MainActor
    private final class Row {
        let root: Widget
        private let speaker = Label(classes: ["line-speaker", "footnote"])
        private let text = CaptionLabel(classes: ["line-text", "subhead"])
        private let box: Box
        private var line: ConversationLine?
        private let style: Style
        private static let speakerWidth = 62.0

        /// True while only the words heard so far are visible.
        var isPartial: Bool { line?.whole != nil }

        init(_ style: Style) {
            self.style = style
            speaker.isVisible = style == .conversation
            if style == .exchange { text.centersLines() }
            speaker.align(vertical: .start)
            speaker.setTextAlignment(0)
            text.expand(horizontal: true)
            box = Box(.row, spacing: 12, [speaker, text])
            root = box
            for label in [speaker, text] as [Widget] { label.setRole(.none) }
            box.isReadable { [weak self] in self?.spoken ?? "" }
        }

        func show(_ newest: ConversationLine) {
            let line = newest.laidOut(after: self.line)
            guard line != self.line else { return }
            let isMore = self.line.map { $0.speaker == line.speaker && $0.age == line.age } ?? false
            let isSameText = isMore && line.whole != nil && self.line?.whole == line.whole
            self.line = line
            // Without a name beside them, the user's words are quoted.
            let isQuoted = style == .exchange && line.speaker == .user
            text.show(
                isQuoted ? localized("“%1”", line.text) : line.whole ?? line.text,
                upTo: line.whole.map { _ in line.text.utf8.count })
            // A reply gains words several times a second, and nothing else changes then.
            guard !isSameText else { return }
            speaker.text = line.speaker == .user ? localized("You") : localized("JARVIS")
            // Both names take the width of the longer one, at any text size.
            speaker.setSizeRequest(width: Int(Self.speakerWidth * max(1, TextScale.current)))
            box.setClass("user", line.speaker == .user)
            box.setClass("assistant", line.speaker == .assistant)
            for age in 0...2 { box.setClass("age-\(age)", line.age == age) }
            if !box.hasFocus { box.setAccessibleLabel(spoken) }
        }

        /// "You: what time is it"
        private var spoken: String {
            line.map { localized("%1: %2", speaker.text, $0.whole ?? $0.text) } ?? ""
        }

        /// The lower edge of the visible text.
        func shownEnd(in column: Widget) -> Double? {
            text.bounds(in: column).map { $0.y + text.shownHeight }
        }
    }
}
