// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a conversation under each other, scrolled to the newest; used by the card and the keyboard pane.

import GtkKit
import JarvisCore

@MainActor
final class ConversationLinesView {
    let root: Widget
    private let scroller: ScrolledWindow
    private let column = Box(.column, spacing: 6)
    private let adjustment: GObjectRef
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
    }

    /// The extent changes in the middle of an allocation; only afterwards can the end be scrolled to.
    private func scrollToEnd() {
        scrollTimer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            let (_, page, upper) = scroller.verticalExtent
            scroller.scroll(toVertical: upper - page)
        }
    }

    /// Who said it, and what.
    @MainActor
    private final class Row {
        let root: Widget
        private let speaker = Label(classes: ["line-speaker", "footnote"])
        private let text = Label(classes: ["line-text", "subhead"])
        private let box: Box
        private var line: ConversationLine?

        init() {
            speaker.align(vertical: .start)
            speaker.setTextAlignment(0)
            speaker.setSizeRequest(width: 62)
            text.wraps()
            text.setTextAlignment(0)
            text.expand(horizontal: true)
            box = Box(.row, spacing: 12, [speaker, text])
            root = box
        }

        func show(_ line: ConversationLine) {
            guard line != self.line else { return }
            self.line = line
            speaker.text = line.speaker == .user ? localized("You") : localized("JARVIS")
            box.setClass("user", line.speaker == .user)
            for age in 0...2 { box.setClass("age-\(age)", line.age == age) }
            text.text = line.text
            text.setAccessibleLabel(line.whole ?? line.text)
        }
    }
}
