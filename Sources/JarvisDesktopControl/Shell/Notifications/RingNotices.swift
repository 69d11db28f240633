// SPDX-License-Identifier: GPL-3.0-or-later
// The notification of what rings, with or without a window: what it offers, and what it means when the user dismisses it.
// Main thread only.

/// The words of the notification, in the user's language.
public struct RingWords: Sendable {
    public var accept, reject, stop, snooze: String
    /// What a click on the notification does.
    public var open: String
    /// Added while "stop" would be heard.
    public var isHeard: String
    /// Added where the desktop shows no buttons.
    public var withoutButtons: String

    public init(
        accept: String = "Accept", reject: String = "Reject", stop: String = "Stop", snooze: String = "Snooze",
        open: String = "Show JARVIS", isHeard: String = "Listening: say “stop” or “snooze”.",
        withoutButtons: String = "Dismiss this to snooze."
    ) {
        self.accept = accept
        self.reject = reject
        self.stop = stop
        self.snooze = snooze
        self.open = open
        self.isHeard = isHeard
        self.withoutButtons = withoutButtons
    }
}

/// What rings, as its notification shows it.
public struct RingNotice: Hashable, Sendable {
    /// What rings: something else in its place is another notification.
    public var ids: [String]
    public var title: String
    public var body: String
    /// It can be accepted.
    public var isCall: Bool
    /// The microphone is open for "stop" and the like.
    public var isHeard: Bool

    public init(ids: [String], title: String, body: String, isCall: Bool, isHeard: Bool) {
        self.ids = ids
        self.title = title
        self.body = body
        self.isCall = isCall
        self.isHeard = isHeard
    }
}

/// Shows what rings.
@MainActor
public final class RingNotices {
    /// What the user answers.
    public enum Answer: String, Hashable, Sendable {
        /// A click on the notification: JARVIS shows itself, and rings on.
        case open = "default"
        case accept, reject, stop, snooze
    }

    private static let purpose = "ringing"
    private let notifications: NotificationService
    private let words: RingWords
    private var shown: RingNotice?

    /// - Parameter answer: what rings was answered. To dismiss its notification is to put it off: it is silent at once, it is
    ///   not lost to somebody who clears all notifications, and it comes again with something to press.
    public init(
        _ notifications: NotificationService, _ words: RingWords, answer: @escaping @MainActor (Answer) -> Void
    ) {
        self.notifications = notifications
        self.words = words
        notifications.onAction(of: Self.purpose) { if let known = Answer(rawValue: $0) { answer(known) } }
        notifications.onDismissal(of: Self.purpose) { answer(.snooze) }
    }

    /// Shows what rings now; nil: nothing does, or it is shown elsewhere.
    public func show(_ notice: RingNotice?) {
        guard notice != shown else { return }
        shown = notice
        notifications.show(notice.map(content), for: Self.purpose)
    }

    private func content(_ notice: RingNotice) -> ServiceNotification {
        let answers =
            notice.isCall
            ? [button(.accept, words.accept), button(.reject, words.reject)] : [button(.stop, words.stop)]
        return ServiceNotification(
            title: notice.title,
            body: [notice.body, notice.isHeard ? words.isHeard : ""].filter { !$0.isEmpty }.joined(separator: "\n"),
            buttons: [.click(words.open)] + answers + [button(.snooze, words.snooze)],
            withoutButtons: words.withoutButtons, urgency: .critical, isResident: true,
            category: "call.incoming")
    }

    private func button(_ answer: Answer, _ label: String) -> ServiceNotification.Button {
        ServiceNotification.Button(answer.rawValue, label)
    }
}
