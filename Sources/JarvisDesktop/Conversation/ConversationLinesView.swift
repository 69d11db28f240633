// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a conversation under each other, scrolled to the newest; used by the card and the keyboard pane.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class ConversationLinesView {
    let root: Widget
    private let scroller: ScrolledWindow
    private let column = Box(.column, spacing: 6)
    private let adjustment: GObjectRef
    private let actions = ToolCallList()
    private var rows: [Row] = []
    private var scrollTimer: LoopTimer?

    /// - Parameter fills: takes all the room there is; otherwise as much as the lines need.
    init(fills: Bool) {
        scroller = ScrolledWindow(column)
        scroller.addClass("conversation")
        if !fills {
            scroller.growsWithContent()
        } else {
            scroller.expand(horizontal: true, vertical: true)
            column.align(vertical: .end)
        }
        column.append(actions.root)
        column.setRole(.log)
        column.setAccessibleLabel(localized("Conversation"))
        root = scroller
        adjustment = scroller.verticalAdjustment
        adjustment.on("changed") { [weak self] in self?.scrollToEnd() }
    }

    /// Shows these lines; rows whose text is the same are left alone.
    func show(_ lines: [ConversationLine]) {
        while rows.count > lines.count { column.remove(rows.removeLast().root) }
        while rows.count < lines.count {
            let row = Row()
            rows.append(row)
            column.append(row.root)
        }
        for (row, line) in zip(rows, lines) { row.show(line) }
        // Between the question and its answer.
        let question = lines.lastIndex { $0.speaker == .user }
        column.move(actions.root, after: (question.map { rows[$0] } ?? rows.last)?.root)
        if rows.last?.isPartial ?? false { scrollToEnd() }
    }

    /// Shows what the agent does with tools.
    func show(_ entries: [ActionEntry]) { actions.show(entries) }

    /// The extent changes in the middle of an allocation; only afterwards can the end be scrolled to. Of a reply that is
    /// being spoken, the end is the line that is being heard.
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

    /// Who said it, and what.
    @MainActor
    private final class Row {
        let root: Widget
        private let speaker = Label(classes: ["line-speaker", "footnote"])
        private let text = CaptionLabel(classes: ["line-text", "subhead"])
        private let box: Box
        private var line: ConversationLine?
        private static let speakerWidth = 62.0

        /// True while only the beginning can be seen.
        var isPartial: Bool { line?.whole != nil }

        init() {
            speaker.align(vertical: .start)
            speaker.setTextAlignment(0)
            text.expand(horizontal: true)
            box = Box(.row, spacing: 12, [speaker, text])
            root = box
        }

        func show(_ newest: ConversationLine) {
            let line = newest.laidOut(after: self.line)
            guard line != self.line else { return }
            let isMore = self.line.map { $0.speaker == line.speaker && $0.age == line.age } ?? false
            let isSameText = isMore && line.whole != nil && self.line?.whole == line.whole
            self.line = line
            text.show(line.whole ?? line.text, upTo: line.whole.map { _ in line.text.utf8.count })
            // The words of a reply come several times a second: nothing but they change then.
            guard !isSameText else { return }
            speaker.text = line.speaker == .user ? localized("You") : localized("JARVIS")
            // Both names take as much room as the longer one, at any size of text.
            speaker.setSizeRequest(width: Int(Self.speakerWidth * max(1, TextScale.current)))
            box.setClass("user", line.speaker == .user)
            for age in 0...2 { box.setClass("age-\(age)", line.age == age) }
            text.setAccessibleLabel(line.whole ?? line.text)
        }

        /// Where the text ends that can be seen.
        func shownEnd(in column: Widget) -> Double? {
            text.bounds(in: column).map { $0.y + text.shownHeight }
        }
    }
}
