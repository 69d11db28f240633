// SPDX-License-Identifier: GPL-3.0-or-later
// What tells of JARVIS where no window does: that the microphone is open, for how long, with a button to close it, and
// what rings. Never a word of what is said. Main thread only.

import GioKit
public import JarvisAssistant
public import JarvisConversation
import JarvisCore
public import JarvisDesktopControl

/// The words for calls, in the user's language.
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

/// The words of the notifications, in the user's language.
public struct BackgroundWords: Sendable {
    /// "JARVIS is listening"
    public var listening: String
    /// "JARVIS waits for its wake word"
    public var waiting: String
    public var stop: String
    public var calls: CallWords
    public var rings: RingWords
    /// What rings, as title and text; nil: nothing does.
    public var ringing: @MainActor @Sendable (Ringing) -> (title: String, body: String)?
    /// Another program, by the name of its file, has JARVIS's name on the bus.
    public var taken: @MainActor @Sendable (String) -> ServiceNotification

    public init(
        listening: String, waiting: String, stop: String, calls: CallWords = CallWords(),
        rings: RingWords = RingWords(),
        taken: @escaping @MainActor @Sendable (String) -> ServiceNotification = {
            ServiceNotification(title: "Another program has the name of JARVIS", body: $0, category: "device")
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

/// Follows the conversation while no window shows it.
@MainActor
public final class BackgroundNotices {
    private static let purpose = "microphone"
    private enum Key {
        static let stop = "stop"
        static let end = "end"
        static let hold = "hold"
        static let resume = "resume"
    }
    /// What is said of the microphone.
    private enum Activity: Hashable {
        case none, waiting, recording
        /// Another program hears.
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
    ///   - calls: those of the assistant; nil: there are none.
    ///   - isCovered: true while a window shows all this.
    ///   - open: a notification was clicked.
    ///   - now: how long the clock that never goes back has run.
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

    /// The time as "mm:ss", from an hour on as "h:mm:ss", at most a day.
    public static func elapsed(_ time: Duration) -> String {
        let whole = Int(min(max(0, time.components.seconds), 86_399))
        let text = "\((whole / 60 % 60).padded()):\((whole % 60).padded())"
        return whole < 3600 ? text : "\(whole / 3600):\(text)"
    }

    /// Takes everything back, and returns once that is done.
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
        // Pressed twice, or too late: what goes on by then is none of its business.
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

    /// Who has seen that the microphone is open need not see it again before that changes; a call keeps something to end
    /// it by.
    private func dismiss() {
        if case .call = activity { return tick() }
        clock = nil
        notifications.show(nil, for: Self.purpose)
    }

    /// A window has been opened or closed.
    public func refresh() { show(assistant.state) }

    private func show(_ state: AssistantState) {
        let isCovered = isCovered()
        let notice = isCovered ? nil : ringNotice(state)
        rings?.show(notice)
        // What rings has one Stop, which tells that the microphone is open: another one beside it would end the ring, too.
        let isTold = notice != nil && Self.belongsToRing(state)
        show(isCovered || isTold ? .none : activity(of: state))
    }

    /// True where an open microphone is open for what rings.
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
            // A hold is part of its call.
            if case (.call, .call) = (before, new) {} else { began = now() }
            tick()
        }
    }

    /// Shows the time, and again when its next second begins: by the clock, so that late calls do not add up.
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

    /// Milliseconds until another second of this time is full.
    static func untilNextSecond(_ time: Duration) -> Int {
        1000 - Int(max(0, time.components.attoseconds) / 1_000_000_000_000_000)
    }

    private func notification(_ title: String, _ body: String) -> ServiceNotification {
        ServiceNotification(
            title: title, body: body, buttons: [.click(words.rings.open), .init(Key.stop, words.stop)], urgency: .low,
            isResident: true, category: "device")
    }
}
