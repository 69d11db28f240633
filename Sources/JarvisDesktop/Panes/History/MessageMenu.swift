// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of a message.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

/// A menu that exists only while it is open.
@MainActor
final class MessageMenu {
    private let popover: Popover
    private var isChosen = false

    /// - Parameters:
    ///   - reminders: the pending reminders that the message has set.
    ///   - sendsMail: true if sharing opens an e-mail, false if it saves a file.
    ///   - choose: called with the chosen action after the menu has closed.
    ///   - closed: called when the menu has closed without a choice.
    init(
        _ message: Message, _ reminders: [Reminder], sendsMail: Bool,
        _ choose: @escaping @MainActor (MessageIntent) -> Void, closed: @escaping @MainActor () -> Void
    ) {
        let items = Box(.column, spacing: 4)
        items.setSizeRequest(width: DesignTokens.Panes.menuWidth)
        popover = Popover(items)
        popover.addClass("glass-menu")
        popover.setAccessibleLabel(localized("Menu"))
        popover.onClose { [weak self] in if self?.isChosen == false { closed() } }
        let actions =
            MessageAction.actions(on: reminders) + MessageAction.actions(on: message, sendsMail: sendsMail)
        for action in actions {
            let button = Self.item(action)
            items.append(button)
            button.onClick { [weak self] in
                self?.isChosen = true
                self?.popover.close()
                choose(action.intent)
            }
        }
    }

    func open(in parent: Widget, beside anchor: Widget, at point: (x: Double, y: Double)) {
        popover.open(in: parent, beside: anchor, at: point)
    }

    /// Removes the menu at once; idempotent.
    func detach() { popover.detach() }

    private static func item(_ action: MessageAction) -> Button {
        let label = Label(action.title)
        label.setTextAlignment(0)
        label.expand(horizontal: true)
        let picture = Image(icon: action.icon, pixels: DesignTokens.Panes.noticeIcon)
        picture.setRole(.none)
        let content = Box(.row, spacing: 12, [picture, label])
        if let keys = action.keys { content.append(Label(keys, classes: ["menu-keys"])) }
        let button = Button(content, accessibleLabel: action.title)
        button.addClass("menu-item")
        if case .delete = action.intent { button.addClass("destructive") }
        return button
    }
}

/// One entry of the menu.
struct MessageAction {
    var intent: MessageIntent
    var icon: String
    var title: String
    var keys: String?

    /// The actions on reminders that a reply has set.
    @MainActor
    static func actions(on reminders: [Reminder]) -> [MessageAction] {
        reminders.flatMap { reminder -> [MessageAction] in
            let caption = ReminderCaption(reminder, clock: SystemWallClock(), region: Environment.region())
            let intent = reminder.isPaused ? MessageIntent.resume(reminder) : .pause(reminder)
            let pause = MessageAction(intent: intent, icon: "alarm-symbolic", title: reminder.pauseTitle(caption))
            let cancel = MessageAction(
                intent: .cancel(reminder), icon: "jarvis-delete-symbolic",
                title: localized("Cancel %1", caption.subject))
            return reminder.canPause ? [pause, cancel] : [cancel]
        }
    }

    /// The most links that the menu lists, so it doesn't grow taller than the window.
    private static let mostLinks = 3

    private static func short(_ address: String) -> String {
        let words = address.drop { $0 != "/" }.drop { $0 == "/" }
        return words.count > 32 ? words.prefix(31) + "…" : String(words)
    }

    /// The actions on a message.
    @MainActor
    static func actions(on message: Message, sendsMail: Bool) -> [MessageAction] {
        var actions = [
            MessageAction(
                intent: .copy, icon: "jarvis-copy-symbolic", title: localized("Copy"), keys: localized("Ctrl+C")),
            MessageAction(
                intent: .share, icon: "jarvis-share-symbolic",
                title: sendsMail ? localized("Send by email…") : localized("Save as…")),
        ]
        actions += MessageMarkup.addresses(in: HistoryEntry.shownText(message)).prefix(Self.mostLinks).map { address in
            MessageAction(
                intent: .open(address), icon: "jarvis-share-symbolic", title: localized("Open %1", Self.short(address)))
        }
        guard message.isKept else { return actions }
        if message.kind == .assistant {
            actions.append(
                MessageAction(
                    intent: .regenerate, icon: "jarvis-regenerate-symbolic", title: localized("Try another answer")))
        }
        actions.append(
            MessageAction(
                intent: .delete, icon: "jarvis-delete-symbolic", title: localized("Delete"), keys: localized("Del")))
        return actions
    }
}
