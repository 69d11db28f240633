// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders without a window in sight: whether the program goes on for them, and notifications that
// answer what rings.

import GtkKit
import JarvisAssistant
import JarvisCalls
import JarvisConversation
import JarvisCore

/// Follows what is pending and what rings, for the program around the windows.
@MainActor
final class BackgroundRinging {
    /// The actions of the application that notifications offer.
    enum Action: String {
        case stop = "stop-ringing"
        case snooze = "snooze-ringing"
        case accept = "accept-call"
    }

    private static let ringIdentity = "ringing"
    private static let stayIdentity = "background"

    /// True while the window can be seen.
    var isInSight: @MainActor () -> Bool = { false }
    /// The user accepts what rings as a call, which has to be seen.
    var onAccept: (@MainActor () -> Void)?
    /// Nothing is pending any more, and there is no window.
    var onIdle: (@MainActor () -> Void)?

    private let application: Application
    private let services: DesktopServices
    private var observation: Observation?
    private var callObservation: Observation?
    private var notified: [String] = []
    private var notifiedOfCall = false
    private var isHeld = false
    private var hasTold = false

    init(_ application: Application, _ services: DesktopServices) {
        self.application = application
        self.services = services
    }

    func start() {
        let assistant = services.assistant
        application.addAction(Action.stop.rawValue) { assistant.send(.ringStopRequested(nil)) }
        application.addAction(Action.snooze.rawValue) { assistant.send(.ringSnoozeRequested(nil, nil)) }
        application.addAction(Action.accept.rawValue) { [weak self] in self?.onAccept?() }
        callObservation = services.session.calls.observe { [weak self] _ in self?.notify(assistant.state.ringing) }
        observation = assistant.observe { [weak self] in self?.show($0) }
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
        application.notify(
            Self.stayIdentity,
            DesktopNotification(
                title: localized("JARVIS goes on in the background"), body: localized("So that it rings: %1", next)))
    }

    /// There is a window again.
    func leave() {
        guard isHeld else { return }
        isHeld = false
        services.log.record("background", ["isOn": .flag(false)])
        application.withdrawNotification(Self.stayIdentity)
        services.assistant.send(.attended(true))
        application.release()
    }

    /// The program ends: nothing could be answered any more, and what was said of it no longer holds.
    func end() {
        // What changes while the session ends is nobody's reason to end again.
        (observation, callObservation) = (nil, nil)
        for identity in [Self.stayIdentity, Self.ringIdentity] { application.withdrawNotification(identity) }
    }

    private func isPending(_ state: AssistantState) -> Bool {
        !state.ringing.isEmpty || state.reminders.contains { !$0.isPaused }
    }

    private func show(_ state: AssistantState) {
        notify(state.ringing)
        if isHeld, state.phase == .idle, !isPending(state) { onIdle?() }
    }

    private func notify(_ ringing: Ringing) {
        let ids = ringing.reminders.map(\.id)
        let isCall = services.session.calls.state.call?.status == .ringing
        guard ids != notified || isCall != notifiedOfCall else { return }
        notified = ids
        notifiedOfCall = isCall
        guard let title = RingText.title(ringing), !isInSight() else {
            return application.withdrawNotification(Self.ringIdentity)
        }
        services.log.record("notification", ["title": .text(title)])
        application.notify(
            Self.ringIdentity,
            DesktopNotification(
                title: title, body: ringing.reminders.map(\.text).joined(separator: "\n"),
                buttons: (isCall ? [(localized("Accept"), Action.accept.rawValue)] : []) + [
                    (localized("Snooze"), Action.snooze.rawValue),
                    (isCall ? localized("Reject") : localized("Stop"), Action.stop.rawValue),
                ], isUrgent: true))
    }
}
