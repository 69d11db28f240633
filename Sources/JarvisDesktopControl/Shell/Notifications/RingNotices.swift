// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the notification for ringing reminders, with or without a window, and interprets its buttons and its dismissal.
// Main thread only.

/// The notification's texts, in the user's language.
public struct RingWords: Sendable {
    public var accept, reject, stop, snooze: String
    /// The label for a click on the notification.
    public var open: String
    /// Added to the body while JARVIS listens for "stop".
    public var isHeard: String
    /// Added to the body if the desktop shows no buttons.
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

/// The content of the notification for ringing reminders.
public struct RingNotice: Hashable, Sendable {
    /// The identities of the ringing reminders. If they change, it is another notification.
    public var ids: [String]
    public var title: String
    public var body: String
    /// True if the user can answer the reminders as a call.
    public var isCall: Bool
    /// True if the microphone is open for "stop" and similar words.
    public var isHeard: Bool

    public init(ids: [String], title: String, body: String, isCall: Bool, isHeard: Bool) {
        self.ids = ids
        self.title = title
        self.body = body
        self.isCall = isCall
        self.isHeard = isHeard
    }
}

/// Shows ringing reminders.
@MainActor
public final class RingNotices {
    /// The user's response.
    public enum Answer: String, Hashable, Sendable {
        /// A click on the notification: JARVIS opens its window and keeps ringing.
        case open = "default"
        case accept, reject, stop, snooze
    }

    private static let purpose = "ringing"
    private let notifications: NotificationService
    private let words: RingWords
    private var shown: RingNotice?

    /// - Parameter answer: called with the user's response. Dismissing the notification snoozes, which is silent at
    ///   once and loses nothing if the user clears all notifications: the notification returns with its buttons.
    public init(
        _ notifications: NotificationService, _ words: RingWords, answer: @escaping @MainActor (Answer) -> Void
    ) {
        self.notifications = notifications
        self.words = words
        notifications.onAction(of: Self.purpose) { if let known = Answer(rawValue: $0) { answer(known) } }
        notifications.onDismissal(of: Self.purpose) { answer(.snooze) }
    }

    /// Shows a notice; nil withdraws it, because nothing rings or the window shows it.
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
