// SPDX-License-Identifier: GPL-3.0-or-later
// The cards below a reply: the pending reminders that it has set, with the time left and buttons to pause and cancel.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class ReminderCards {
    let root = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    var onIntent: (@MainActor (MessageIntent) -> Void)?

    private var cards: [ReminderCard] = []
    private let clock: any WallClock
    private let region: Region

    init(clock: any WallClock = SystemWallClock(), region: Region = Environment.region()) {
        self.clock = clock
        self.region = region
        root.isVisible = false
    }

    func show(_ reminders: [Reminder]) {
        while cards.count < reminders.count {
            let card = ReminderCard(clock: clock, region: region) { [weak self] in self?.onIntent?($0) }
            cards.append(card)
            root.append(card.root)
        }
        for (index, card) in cards.enumerated() {
            card.root.isVisible = index < reminders.count
            if index < reminders.count { card.show(reminders[index]) }
        }
        root.isVisible = !reminders.isEmpty
    }

    /// Updates the texts that depend on the time.
    func tick() {
        for card in cards where card.root.isVisible { card.tick() }
    }

    /// Focuses the first button; false if there is none.
    func grabFocus() -> Bool { root.isVisible && cards.first?.grabFocus() == true }
}

@MainActor
private final class ReminderCard {
    let root: Box

    private let title = Label(classes: ["setting-title"])
    private let value = Label(classes: ["time-left"])
    private let detail = Label(classes: ["setting-detail"])
    private let pause = Button(label: "")
    private let cancel = Button(label: localized("Cancel", context: "a timer, alarm or reminder"))
    private var reminder: Reminder?
    private let clock: any WallClock
    private let region: Region

    init(clock: any WallClock, region: Region, send: @escaping @MainActor (MessageIntent) -> Void) {
        self.clock = clock
        self.region = region
        for label in [title, value, detail] {
            label.setTextAlignment(0)
            label.wraps()
        }
        for button in [pause, cancel] { button.addClass("row-action") }
        let texts = Box(.column, spacing: 2, [title, value, detail])
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [pause, cancel])
        root = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [texts, buttons])
        root.addClass("reminder-card")
        root.setRole(.group)
        pause.onClick { [weak self] in
            if let reminder = self?.reminder { send(reminder.isPaused ? .resume(reminder) : .pause(reminder)) }
        }
        cancel.onClick { [weak self] in if let reminder = self?.reminder { send(.cancel(reminder)) } }
    }

    func show(_ reminder: Reminder) {
        self.reminder = reminder
        guard let caption = tick() else { return }
        title.text = caption.title
        root.setAccessibleLabel(caption.subject)
        pause.isVisible = reminder.canPause
        pause.setLabel(reminder.isPaused ? localized("Resume") : localized("Pause"))
        pause.setAccessibleLabel(reminder.pauseTitle(caption))
        cancel.setAccessibleLabel(localized("Cancel %1", caption.subject))
    }

    @discardableResult
    func tick() -> ReminderCaption? {
        guard let reminder else { return nil }
        let caption = ReminderCaption(reminder, clock: clock, region: region)
        value.text = caption.value
        detail.text = caption.detail
        return caption
    }

    func grabFocus() -> Bool { pause.isVisible ? pause.grabFocus() : cancel.grabFocus() }
}

extension Reminder {
    /// True if pausing or resuming makes sense: only a timer can be paused, and not while it rings.
    var canPause: Bool { (kind == .timer || isPaused) && !isRinging }

    /// "Pause timer pizza"
    func pauseTitle(_ caption: ReminderCaption) -> String {
        isPaused ? localized("Resume %1", caption.subject) : localized("Pause %1", caption.subject)
    }
}
