// SPDX-License-Identifier: GPL-3.0-or-later
// What tells of JARVIS where no window does: that the microphone is open, for how long, with a button to close it, and
// what rings. Never a word of what is said. Main thread only.

import GioKit
public import JarvisAssistant
import JarvisCalls
public import JarvisConversation
import JarvisCore

/// The words for calls, in the user's language.
public struct CallWords: Sendable {
    public var accept, reject, active, held, end, hold, resume: String

    public init(
        accept: String = "Accept", reject: String = "Reject", active: String = "In a call with JARVIS",
        held: String = "Call on hold", end: String = "End", hold: String = "Hold", resume: String = "Resume"
    ) {
        self.accept = accept
        self.reject = reject
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
    public var snooze: String
    public var calls: CallWords
    /// What rings, as title and text; nil: nothing does.
    public var ringing: @MainActor @Sendable (Ringing) -> (title: String, body: String)?

    public init(
        listening: String, waiting: String, stop: String, snooze: String, calls: CallWords = CallWords(),
        ringing: @escaping @MainActor @Sendable (Ringing) -> (title: String, body: String)?
    ) {
        self.listening = listening
        self.waiting = waiting
        self.stop = stop
        self.snooze = snooze
        self.calls = calls
        self.ringing = ringing
    }
}

/// Follows the conversation while no window shows it.
@MainActor
public final class BackgroundNotices {
    private enum Purpose {
        static let microphone = "microphone"
        static let ringing = "ringing"
    }
    private enum Key {
        static let stop = "stop"
        static let snooze = "snooze"
        static let accept = "accept"
        static let reject = "reject"
        static let end = "end"
        static let hold = "hold"
        static let resume = "resume"
    }
    /// What is said of the microphone.
    private enum Activity: Hashable {
        case none, waiting, recording
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
    private var ringing: [String] = []
    private var ringsAsCall = false
    private let isCovered: @MainActor () -> Bool

    /// - Parameters:
    ///   - calls: those of the assistant; nil: there are none.
    ///   - isCovered: true while a window shows all this.
    ///   - now: how long the clock that never goes back has run.
    public init(
        _ assistant: Assistant, _ notifications: NotificationService, _ words: BackgroundWords,
        calls: CallConductor? = nil, isCovered: @escaping @MainActor () -> Bool,
        now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.isCovered = isCovered
        self.assistant = assistant
        self.notifications = notifications
        self.words = words
        self.calls = calls
        self.now = now
        for purpose in [Purpose.microphone, Purpose.ringing] {
            notifications.onAction(of: purpose) { [weak self] in self?.act(purpose, $0) }
        }
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
        for purpose in [Purpose.microphone, Purpose.ringing] { notifications.show(nil, for: purpose) }
        await notifications.settle(within: .seconds(2))
    }

    private func act(_ purpose: String, _ key: String) {
        switch (purpose, key) {
        case (Purpose.ringing, Key.accept): calls?.request(.accept)
        case (Purpose.ringing, Key.reject): calls?.request(.reject)
        case (Purpose.microphone, Key.end): calls?.request(.end)
        case (Purpose.microphone, Key.hold): calls?.request(.hold)
        case (Purpose.microphone, Key.resume): calls?.request(.resume)
        case (Purpose.ringing, Key.stop): assistant.send(.ringStopRequested(nil))
        case (Purpose.ringing, Key.snooze): assistant.send(.ringSnoozeRequested(nil, nil))
        // Pressed twice, or too late: what goes on by then is none of its business.
        case (Purpose.microphone, Key.stop) where activity != .none: assistant.send(.cancelRequested)
        default: break
        }
    }

    /// A window has been opened or closed.
    public func refresh() { show(assistant.state) }

    private func show(_ state: AssistantState) {
        let isCovered = isCovered()
        show(isCovered ? .none : activity(of: state))
        show(isCovered ? Ringing() : state.ringing)
    }

    private func activity(of state: AssistantState) -> Activity {
        switch state.call {
        case .active: return .call(isHeld: false)
        case .held: return .call(isHeld: true)
        case .none: break
        }
        if let loan = state.microphone.loan { return loan.utterance == .finished ? .none : .recording }
        guard state.microphone.isOpen else { return .none }
        return state.phase == .listening(for: .wakeWord) ? .waiting : .recording
    }

    private func show(_ new: Activity) {
        guard new != activity else { return }
        let before = activity
        activity = new
        clock = nil
        switch new {
        case .none: notifications.show(nil, for: Purpose.microphone)
        case .waiting: notifications.show(notification(words.waiting, ""), for: Purpose.microphone)
        case .recording, .call:
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
            return notifications.show(notification(words.listening, Self.elapsed(time)), for: Purpose.microphone)
        }
        let other = isHeld ? [Key.resume: words.calls.resume] : [Key.hold: words.calls.hold]
        notifications.show(
            ServiceNotification(
                title: isHeld ? words.calls.held : words.calls.active, body: Self.elapsed(time),
                actions: other.merging([Key.end: words.calls.end]) { own, _ in own }, isResident: true,
                category: "call"), for: Purpose.microphone)
    }

    /// Milliseconds until another second of this time is full.
    static func untilNextSecond(_ time: Duration) -> Int {
        1000 - Int(max(0, time.components.attoseconds) / 1_000_000_000_000_000)
    }

    private func notification(_ title: String, _ body: String) -> ServiceNotification {
        ServiceNotification(
            title: title, body: body, actions: [Key.stop: words.stop], isResident: true, category: "device")
    }

    private func show(_ ringing: Ringing) {
        let ids = ringing.reminders.map(\.id)
        let isCall = calls?.state.call?.status == .ringing
        guard ids != self.ringing || isCall != ringsAsCall else { return }
        self.ringing = ids
        ringsAsCall = isCall
        let answers =
            isCall ? [Key.accept: words.calls.accept, Key.reject: words.calls.reject] : [Key.stop: words.stop]
        let text = words.ringing(ringing)
        notifications.show(
            text.map {
                ServiceNotification(
                    title: $0.title, body: $0.body,
                    actions: answers.merging([Key.snooze: words.snooze]) { own, _ in own },
                    isResident: true, category: "call.incoming")
            }, for: Purpose.ringing)
    }
}
