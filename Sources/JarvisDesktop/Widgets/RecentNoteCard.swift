// SPDX-License-Identifier: GPL-3.0-or-later
// The newest note in a widget, as far as the privacy settings allow.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisStore

@MainActor
final class RecentNoteCard {
    let root: Widget

    private let line = Label(classes: ["body"])
    private let detail = Label(classes: ["footnote", "widget-detail"])
    private let clock: any WallClock

    init(clock: any WallClock) {
        self.clock = clock
        let heading = Label(localized("Last note"), classes: ["widget-heading"])
        for label in [heading, line, detail] {
            label.wraps()
            label.setTextAlignment(0)
        }
        let card = Box(.column, spacing: DesignTokens.Widgets.lineGap, [heading, line, detail])
        card.addClass("glass-card")
        card.addClass("widget-card")
        card.setRole(.group)
        card.setAccessibleLabel(localized("Last note"))
        root = card
    }

    func show(_ glance: NoteGlance) {
        switch glance {
        case .none:
            line.text = localized("No notes yet")
            detail.text = ""
        case .hidden(let time):
            line.text = localized("Hidden")
            detail.text = time.map { localized("Saved: %1", when($0)) } ?? ""
        case .shown(let text, let mood, let time):
            line.text = text
            detail.text = localized("%1 · %2", Self.words(mood), when(time))
        case .unreadable:
            // The banner of the same failure says why.
            line.text = localized("Can't be read")
            detail.text = ""
        }
        detail.isVisible = !detail.text.isEmpty
    }

    /// "Today 14:05"
    private func when(_ time: Timestamp) -> String {
        let caption = TimeCaption(clock: clock)
        return "\(caption.day(time)) \(caption.time(time))"
    }

    private static func words(_ mood: NoteMood) -> String {
        switch mood {
        case .negative: localized("Sounds sad")
        case .neutral: localized("Sounds calm")
        case .positive: localized("Sounds happy")
        }
    }
}
