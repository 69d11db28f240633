// SPDX-License-Identifier: GPL-3.0-or-later
// A history row: the user's messages on the right, JARVIS's on the left beside its avatar, notes and reminders as
// cards. Shows the day or the time above the row if one begins here.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// An action on a message.
enum MessageIntent {
    case copy, share, regenerate, delete
    /// Opens a link in the text.
    case open(String)
    /// Acts on a reminder that the reply has set.
    case pause(Reminder)
    case resume(Reminder)
    case cancel(Reminder)
    /// Tab was pressed: focuses the widget after the list, or the one before it.
    case leave(forward: Bool)
    /// Opens the context menu at a point within the row.
    case menu(x: Double, y: Double)

    /// True if the focus should stay at the row afterwards.
    var staysAtRow: Bool {
        switch self {
        case .copy, .open, .pause, .resume, .cancel: true
        case .share, .regenerate, .delete, .leave, .menu: false
        }
    }
}

/// Shows a message; the list reuses the row for others.
@MainActor
final class MessageRow: ListRow {
    let root: Widget
    var onIntent: (@MainActor (MessageIntent, Message) -> Void)?
    let avatar = ArcReactorAvatar(diameter: DesignTokens.Panes.avatar)

    private let day = Label(classes: ["history-day"])
    private let time = Label(classes: ["history-heading"])
    private let bubble = Box(.column, spacing: 4)
    private let bin: ClampBin
    private let notice = Box(.row, spacing: 8)
    private let noticeIcon = Image(icon: "jarvis-note-symbolic", pixels: DesignTokens.Panes.noticeIcon)
    private let noticeTitle = Label(classes: ["notice-title"])
    private let text = WrappedLabel(classes: ["message-text"])
    private let cards = ReminderCards()
    private let action = ToolCallRow()
    /// Titles and icons of skills that change something. Their replies are always cards, even if one only reports
    /// something.
    var deeds: [String: CommandHelp] = [:]
    private var secondary: ClickGesture?
    private(set) var message: Message?
    private var hasKeys = false
    private var width = 0

    init() {
        noticeIcon.setRole(.none)
        notice.append(noticeIcon)
        notice.append(noticeTitle)
        bubble.append(notice)
        bubble.append(text)
        bubble.append(cards.root)
        bubble.append(action.root)
        bubble.addClass("bubble")
        let line = PortraitLine(avatar.root, bubble, spacing: DesignTokens.Panes.avatarSpacing)
        bin = ClampBin(line, share: DesignTokens.Panes.bubbleShare, fills: false)
        day.align(horizontal: .center)
        root = ClampBin(
            Box(.column, spacing: 8, [day, time, bin]), maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        root.addClass("message-row")
        cards.onIntent = { [weak self] in self?.send($0) }
        addGestures()
    }

    func bind(_ entry: HistoryEntry, width: Int) {
        showAction(entry.message, isSame: entry.message.id == message?.id)
        message = entry.message
        if width != self.width {
            self.width = width
            text.forgetRoom()
        }
        for (label, words) in [(day, entry.day), (time, entry.time)] {
            label.text = words ?? ""
            label.isVisible = words != nil
        }
        let kind = entry.message.kind
        for other in MessageKind.allCases { bubble.setClass(other.rawValue, other == kind) }
        bubble.setClass("live", entry.isLive)
        show(entry.text, marking: entry.words)
        avatar.root.isVisible = kind == .assistant
        avatar.isPulsing = entry.isLive && kind == .assistant
        // The bubble's width is a share of the row; the avatar is extra.
        bin.addRoom(kind == .assistant ? DesignTokens.Panes.avatar + DesignTokens.Panes.avatarSpacing : 0)
        bin.place(kind == .user ? .end : kind == .assistant ? .start : .center)
        cards.show(entry.reminders)
        showNotice(entry.message)
        guard let item = root.parent else { return }
        item.setAccessibleLabel(entry.spoken)
        if !hasKeys { addKeys(to: item) }
    }

    /// Shows a tool call itself instead of its text.
    private func showAction(_ message: Message, isSame: Bool) {
        action.root.isVisible = message.action != nil
        text.isVisible = message.action == nil
        if let call = message.action { action.show(ActionEntry(call, isKept: message.isFinal), isSame: isSame) }
    }

    func unbind() {
        message = nil
    }

    /// True if the row itself or something in it has the focus.
    var isFocused: Bool { root.parent?.containsFocus ?? false }

    /// True if the row itself has the focus, not one of its buttons.
    private var isRowFocused: Bool { root.parent?.hasFocus ?? false }

    func grabFocus() { root.parent?.grabFocus() }

    private func show(_ words: String, marking marked: [[UInt8]]) {
        let kind = message?.kind
        var markup = MessageMarkup(words, hasFigures: kind == .assistant)
        let name = kind == .user ? "mark_user" : "mark"
        if !marked.isEmpty, let ground = text.color(named: name), let letters = text.color(named: name + "_text") {
            markup.marks = SearchFolding.occurrences(of: marked, in: words)
            markup.markColors = (ground, letters)
        }
        text.setMarkup(markup.markup)
    }

    private func showNotice(_ message: Message) {
        let isAnotherAnswer = message.regenerates != nil
        let deed = message.kind == .assistant ? message.skill.flatMap { deeds[$0] } : nil
        bubble.setClass("deed", deed != nil)
        let icon = message.kind.icon ?? (isAnotherAnswer ? "jarvis-regenerate-symbolic" : deed.map(\.shownIcon))
        notice.isVisible = icon != nil
        if let icon { noticeIcon.setIcon(icon) }
        noticeTitle.text =
            isAnotherAnswer
            ? localized("Another answer") : deed.map { localized($0.title) } ?? message.kind.speaker
    }

    /// Updates the texts that depend on the time.
    func tick() { cards.tick() }

    private func send(_ intent: MessageIntent) {
        if let message { onIntent?(intent, message) }
    }

    private func addGestures() {
        text.onLink { [weak self] in self?.send(.open($0)) }
        let secondary = ClickGesture(button: 3)
        // Captures the press before a text with links, which has its own menu.
        secondary.captures()
        secondary.onPress { [weak self, weak secondary] _, x, y in
            secondary?.claim()
            self?.send(.menu(x: x, y: y))
        }
        self.secondary = secondary
        root.add(secondary)
        let long = LongPressGesture()
        long.onPress { [weak self] x, y in self?.send(.menu(x: x, y: y)) }
        root.add(long)
    }

    /// Adds the keys to the list item around this row, because that item has the focus.
    private func addKeys(to item: Widget) {
        hasKeys = true
        item.offer([
            WidgetAction("menu") { [weak self] in self?.openMenu() },
            WidgetAction("copy") { [weak self] in self?.send(.copy) },
            WidgetAction("delete") { [weak self] in self?.send(.delete) },
        ])
        let keys = KeyController()
        keys.onPress { [weak self] press in self?.take(press) ?? false }
        item.add(keys)
    }

    private func openMenu() { send(.menu(x: Double(root.width) / 2, y: Double(root.height) / 2)) }

    private func take(_ press: KeyPress) -> Bool {
        if press.key == KeyPress.delete && press.isPlain {
            // With the focus on a button, the user may mean the button, not the message.
            guard isRowFocused else { return false }
            send(.delete)
        } else if press.opensMenu || press.activates && press.isPlain {
            openMenu()
        } else if press.key == KeyPress.right && press.isPlain {
            // Right moves from the row to its buttons; up and down move to other rows.
            return isRowFocused && (cards.grabFocus() || action.root.isVisible && action.grabFocus())
        } else if press.key == KeyPress.left && press.isPlain {
            guard !isRowFocused else { return false }
            grabFocus()
        } else if press.copies {
            send(.copy)
        } else if let isForward = press.leaves {
            // By default, Tab would go through every row.
            send(.leave(forward: isForward))
        } else {
            return false
        }
        return true
    }
}

extension CommandHelp {
    /// The command's icon if the desktop has it, or else a general one.
    @MainActor fileprivate var shownIcon: String { Styling.hasIcon(icon) ? icon : "jarvis-commands-symbolic" }
}

extension MessageKind {
    /// The icon beside the title of messages that aren't part of the conversation.
    fileprivate var icon: String? {
        switch self {
        case .user, .assistant: nil
        case .note: "jarvis-note-symbolic"
        case .reminder: "jarvis-bell-symbolic"
        case .call: "jarvis-microphone-symbolic"
        case .action: "jarvis-tool-symbolic"
        }
    }
}
