// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders without a window in sight: whether the program goes on for them, and the notification that
// answers what rings.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopControl

/// Follows what is pending and what rings, for the program around the windows.
@MainActor
final class BackgroundRinging {
    private static let purpose = "background"

    /// True while the window can be seen.
    var isInSight: @MainActor () -> Bool = { false }
    /// The user accepts what rings as a call, which has to be seen.
    var onAccept: (@MainActor () -> Void)?
    /// A notification was clicked.
    var onOpen: (@MainActor () -> Void)?
    /// Nothing is pending any more, and there is no window.
    var onIdle: (@MainActor () -> Void)?

    private let application: Application
    private let services: DesktopServices
    private var observation: Observation?
    private var callObservation: Observation?
    private var notifications: NotificationService?
    private var rings: RingNotices?
    /// What a notification tells of.
    private var notified: RingNotice?
    private var isHeld = false
    private var hasTold = false

    init(_ application: Application, _ services: DesktopServices) {
        self.application = application
        self.services = services
    }

    func start() {
        let assistant = services.assistant
        callObservation = services.session.calls.observe { [weak self] _ in self?.notify(assistant.state) }
        observation = assistant.observe { [weak self] in self?.show($0) }
    }

    /// Notifications can be shown from now on.
    func attach(_ notifications: NotificationService) {
        self.notifications = notifications
        notifications.onAction(of: Self.purpose) { [weak self] _ in self?.onOpen?() }
        rings = RingNotices(notifications, BackgroundText.rings) { [weak self] in self?.answer($0) }
        notify(services.assistant.state)
    }

    /// Takes everything back, and returns once that is done.
    func end() async {
        (observation, callObservation) = (nil, nil)
        // Nothing that stays on the screen would answer its buttons any more.
        await notifications?.end()
    }

    private func answer(_ answer: RingNotices.Answer) {
        switch answer {
        case .open: onOpen?()
        case .accept: onAccept?()
        case .reject, .stop: services.assistant.send(.ringStopRequested(nil))
        case .snooze: services.assistant.send(.ringSnoozeRequested(nil, nil))
        }
    }

    /// True when the program goes on without a window, since something is still to ring.
    var isNeeded: Bool { services.settings.current.ringsInBackground && isPending(services.assistant.state) }

    /// The window goes, and the program stays; that is said once.
    func enter() {
        if !isHeld { application.hold() }
        isHeld = true
        let state = services.assistant.state
        services.log.record("background", ["isOn": .flag(true)])
        services.assistant.send(.attended(false))
        guard !hasTold else { return }
        hasTold = true
        let next = state.reminders.first { !$0.isPaused }.map { RingText.title($0) } ?? ""
        notifications?.show(
            ServiceNotification(
                title: localized("JARVIS goes on in the background"), body: localized("So that it rings: %1", next),
                buttons: [.click(localized("Show JARVIS"))], category: "device"), for: Self.purpose)
    }

    /// There is a window again.
    func leave() {
        guard isHeld else { return }
        isHeld = false
        services.log.record("background", ["isOn": .flag(false)])
        notifications?.show(nil, for: Self.purpose)
        services.assistant.send(.attended(true))
        application.release()
    }

    private func isPending(_ state: AssistantState) -> Bool {
        !state.ringing.isEmpty || state.reminders.contains { !$0.isPaused }
    }

    private func show(_ state: AssistantState) {
        notify(state)
        if isHeld, state.phase == .idle, !isPending(state) { onIdle?() }
    }

    private func notify(_ state: AssistantState) {
        let text = isInSight() ? nil : BackgroundText.ringing(state.ringing)
        let notice = text.map { text in
            RingNotice(
                ids: state.ringing.reminders.map(\.id), title: text.title, body: text.body,
                isCall: services.session.calls.state.call?.status == .ringing,
                isHeard: state.microphone.isOpen && state.microphone.muting == .none && state.microphone.loan == nil)
        }
        guard notice != notified else { return }
        if let notice, notice.ids != notified?.ids {
            services.log.record("notification", ["title": .text(notice.title)])
        }
        notified = notice
        rings?.show(notice)
    }
}
