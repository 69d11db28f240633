// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications while JARVIS has no window. They show how long the microphone has been open, with a button to close it,
// and what is ringing, but never any spoken words. Main thread only.

import GioKit
public import JarvisAssistant
public import JarvisConversation
import JarvisCore
public import JarvisDesktopControl

/// The texts for calls, in the user's language.
public struct CallWords: Sendable {
    public var active, held, end, hold, resume: String

    public init(
        active: String = "In a call with JARVIS", held: String = "Call on hold", end: String = "End",
        hold: String = "Hold", resume: String = "Resume"
    ) {
        self.active = active
        self.held = held
        self.end = end
        self.hold = hold
        self.resume = resume
    }
}

/// The texts of the notifications, in the user's language.
public struct BackgroundWords: Sendable {
    /// "JARVIS is listening"
    public var listening: String
    /// "JARVIS waits for its wake word"
    public var waiting: String
    public var stop: String
    public var calls: CallWords
    public var rings: RingWords
    /// The title and text for ringing reminders; nil if nothing rings.
    public var ringing: @MainActor @Sendable (Ringing) -> (title: String, body: String)?
    /// Builds the notification for another program, given by its file name, that owns JARVIS's bus name.
    public var taken: @MainActor @Sendable (String) -> ServiceNotification

    public init(
        listening: String, waiting: String, stop: String, calls: CallWords = CallWords(),
        rings: RingWords = RingWords(),
        taken: @escaping @MainActor @Sendable (String) -> ServiceNotification = {
            ServiceNotification(title: "Other apps can't reach JARVIS", body: $0, category: "device")
        },
        ringing: @escaping @MainActor @Sendable (Ringing) -> (title: String, body: String)?
    ) {
        self.listening = listening
        self.waiting = waiting
        self.stop = stop
        self.calls = calls
        self.rings = rings
        self.ringing = ringing
        self.taken = taken
    }
}

/// Shows notifications about the conversation while no window shows it.
@MainActor
public final class BackgroundNotices {
    private static let purpose = "microphone"
    private enum Key {
        static let stop = "stop"
        static let end = "end"
        static let hold = "hold"
        static let resume = "resume"
    }
    /// The activity that the microphone notification shows.
    private enum Activity: Hashable {
        case none, waiting, recording
        /// Another program is listening.
        case lent
        case call(isHeld: Bool)
    }

    private let assistant: Assistant
    private let notifications: NotificationService
    private let words: BackgroundWords
    private let now: @MainActor () -> ContinuousClock.Instant
    private var observation: Observation?
    private let calls: CallConductor?
    private var callObservation: Observation?
    private var activity = Activity.none
    private var began: ContinuousClock.Instant?
    private var clock: LoopTimer?
    private var rings: RingNotices?
    private let isCovered: @MainActor () -> Bool
    private let open: @MainActor () -> Void

    /// - Parameters:
    ///   - calls: The assistant's calls; nil if there are none.
    ///   - isCovered: Whether a window already shows all this.
    ///   - open: Called when a notification is clicked.
    ///   - now: A monotonic clock.
    public init(
        _ assistant: Assistant, _ notifications: NotificationService, _ words: BackgroundWords,
        calls: CallConductor? = nil, isCovered: @escaping @MainActor () -> Bool,
        open: @escaping @MainActor () -> Void = {},
        now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.isCovered = isCovered
        self.open = open
        self.assistant = assistant
        self.notifications = notifications
        self.words = words
        self.calls = calls
        self.now = now
        notifications.onAction(of: Self.purpose) { [weak self] in self?.act($0) }
        notifications.onDismissal(of: Self.purpose) { [weak self] in self?.dismiss() }
        rings = RingNotices(notifications, words.rings) { [weak self] in self?.answer($0) }
        notifications.removeStale()
        observation = assistant.observe { [weak self] in self?.show($0) }
        callObservation = calls?.observe { [weak self] _ in self?.refresh() }
    }

    /// The time as "mm:ss" or, from an hour on, "h:mm:ss"; capped just below a day.
    public static func elapsed(_ time: Duration) -> String {
        let whole = Int(min(max(0, time.components.seconds), 86_399))
        let text = "\((whole / 60 % 60).padded()):\((whole % 60).padded())"
        return whole < 3600 ? text : "\(whole / 3600):\(text)"
    }

    /// Withdraws all notifications, and returns once that is done or after two seconds.
    public func end() async {
        (observation, callObservation) = (nil, nil)
        clock = nil
        notifications.show(nil, for: Self.purpose)
        rings?.show(nil)
        await notifications.settle(within: .seconds(2))
    }

    private func act(_ key: String) {
        switch key {
        case ServiceNotification.Button.clickKey: open()
        case Key.end: calls?.request(.end)
        case Key.hold: calls?.request(.hold)
        case Key.resume: calls?.request(.resume)
        // After a double or late press, the button must not affect whatever runs by then.
        case Key.stop where activity == .lent: assistant.send(.utteranceLent(false))
        case Key.stop where activity != .none: assistant.send(.cancelRequested)
        default: break
        }
    }

    private func answer(_ answer: RingNotices.Answer) {
        switch answer {
        case .open: open()
        case .accept: calls?.request(.accept)
        case .reject: calls?.request(.reject)
        case .stop: assistant.send(.ringStopRequested(nil))
        case .snooze: assistant.send(.ringSnoozeRequested(nil, nil))
        }
    }

    /// Hides the microphone notification until the microphone's state changes. A call keeps its notification, which has
    /// the button to end it.
    private func dismiss() {
        if case .call = activity { return tick() }
        clock = nil
        notifications.show(nil, for: Self.purpose)
    }

    /// Updates the notifications after a window was opened or closed.
    public func refresh() { show(assistant.state) }

    private func show(_ state: AssistantState) {
        let isCovered = isCovered()
        let notice = isCovered ? nil : ringNotice(state)
        rings?.show(notice)
        // A ringing reminder has one Stop button and shows that the microphone is open; a second notification's button
        // would also stop the ring.
        let isTold = notice != nil && Self.belongsToRing(state)
        show(isCovered || isTold ? .none : activity(of: state))
    }

    /// True if the microphone is open for a ringing reminder.
    private static func belongsToRing(_ state: AssistantState) -> Bool {
        state.microphone.loan == nil && state.call == .none
    }

    private func ringNotice(_ state: AssistantState) -> RingNotice? {
        guard let text = words.ringing(state.ringing) else { return nil }
        return RingNotice(
            ids: state.ringing.reminders.map(\.id), title: text.title, body: text.body,
            isCall: calls?.state.call?.status == .ringing,
            isHeard: state.microphone.isOpen && state.microphone.muting == .none && Self.belongsToRing(state))
    }

    private func activity(of state: AssistantState) -> Activity {
        switch state.call {
        case .active: return .call(isHeld: false)
        case .held: return .call(isHeld: true)
        case .none: break
        }
        if let loan = state.microphone.loan { return loan.utterance == .finished ? .none : .lent }
        guard state.microphone.isOpen else { return .none }
        return state.phase == .listening(for: .wakeWord) ? .waiting : .recording
    }

    private func show(_ new: Activity) {
        guard new != activity else { return }
        let before = activity
        activity = new
        clock = nil
        switch new {
        case .none: notifications.show(nil, for: Self.purpose)
        case .waiting: notifications.show(notification(words.waiting, ""), for: Self.purpose)
        case .recording, .lent, .call:
            // Putting a call on hold doesn't restart its time.
            if case (.call, .call) = (before, new) {} else { began = now() }
            tick()
        }
    }

    /// Shows the elapsed time and schedules the next update for the start of a second, so late timers don't add up.
    private func tick() {
        let now = now()
        let time = (began ?? now).duration(to: now)
        clock = .once(milliseconds: Self.untilNextSecond(time)) { [weak self] in self?.tick() }
        guard case .call(let isHeld) = activity else {
            return notifications.show(notification(words.listening, Self.elapsed(time)), for: Self.purpose)
        }
        let other =
            isHeld
            ? ServiceNotification.Button(Key.resume, words.calls.resume)
            : ServiceNotification.Button(Key.hold, words.calls.hold)
        notifications.show(
            ServiceNotification(
                title: isHeld ? words.calls.held : words.calls.active, body: Self.elapsed(time),
                buttons: [.click(words.rings.open), other, .init(Key.end, words.calls.end)], isResident: true,
                category: "call"), for: Self.purpose)
    }

    /// Milliseconds until the next full second of this time.
    static func untilNextSecond(_ time: Duration) -> Int {
        1000 - Int(max(0, time.components.attoseconds) / 1_000_000_000_000_000)
    }

    private func notification(_ title: String, _ body: String) -> ServiceNotification {
        ServiceNotification(
            title: title, body: body, buttons: [.click(words.rings.open), .init(Key.stop, words.stop)], urgency: .low,
            isResident: true, category: "device")
    }
}
