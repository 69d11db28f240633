// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders while no window is visible: decides whether the program keeps running for them, and
// shows the notification that answers a ringing one.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopControl
import JarvisDesktopKit

/// Follows pending and ringing reminders on behalf of the program, so it also works without a window.
@MainActor
final class BackgroundRinging {
    private static let purpose = "background"

    /// Returns true while the window is visible.
    var isInSight: @MainActor () -> Bool = { false }
    /// Called when the user accepts a ringing call, which needs a window.
    var onAccept: (@MainActor () -> Void)?
    /// Called when the user clicks a notification.
    var onOpen: (@MainActor () -> Void)?
    /// Called when nothing is pending any more and no window is open.
    var onIdle: (@MainActor () -> Void)?

    private let application: Application
    private let services: DesktopServices
    private var observation: Observation?
    private var callObservation: Observation?
    private var notifications: NotificationService?
    private var rings: RingNotices?
    /// The notice that the current notification shows.
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

    /// Shows notifications from here on.
    func attach(_ notifications: NotificationService) {
        self.notifications = notifications
        notifications.onAction(of: Self.purpose) { [weak self] _ in self?.onOpen?() }
        rings = RingNotices(notifications, BackgroundText.rings) { [weak self] in self?.answer($0) }
        notify(services.assistant.state)
    }

    /// Withdraws all notifications and returns when that is done.
    func end() async {
        (observation, callObservation) = (nil, nil)
        // A notification that stayed would have buttons that do nothing.
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

    /// True if the program must keep running without a window because a reminder is ringing or pending.
    var isNeeded: Bool { services.settings.current.ringsInBackground && isPending(services.assistant.state) }

    /// The window has closed and the program keeps running. Notifies the user the first time.
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
                title: localized("JARVIS is still running"), body: localized("Next: %1", next),
                buttons: [.click(localized("Show JARVIS"))], category: "device"), for: Self.purpose)
    }

    /// A window is open again.
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
