// SPDX-License-Identifier: GPL-3.0-or-later
// User actions on the ringing notification and on those beside it.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisDesktopControl
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RingNoticesTests {
    private static let listening = "JARVIS is listening"
    private static let words = BackgroundWords(
        listening: listening, waiting: "JARVIS waits", stop: "Stop",
        ringing: { $0.isEmpty ? nil : ("Alarm", $0.reminders.map(\.text).joined(separator: "\n")) })

    private let fixture: ServiceFixture
    private let double: NotificationDouble
    private let service: NotificationService
    private let opened = Kept(0)

    init() async throws {
        fixture = try await ServiceFixture()
        double = try await NotificationDouble(on: try await fixture.bus.connection())
        service = NotificationService(fixture.connection, pause: .milliseconds(1))
    }

    private func notices() -> BackgroundNotices {
        BackgroundNotices(
            fixture.assistant, service, Self.words, calls: fixture.calls, isCovered: { false },
            open: { [opened] in opened.value += 1 })
    }

    /// Makes a reminder due and returns the number of its notification.
    private func ring(_ kind: Reminder.Kind = .alarm) async throws -> Int64 {
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(Reminder(id: "tea", kind: kind, label: "tea", createdAt: now, dueAt: now))
        fixture.assistant.start()
        await yieldUntil { double.number(titled: "Alarm") != nil }
        await service.settle()
        return try #require(double.number(titled: "Alarm"))
    }

    private var isRinging: Bool { !fixture.assistant.state.ringing.isEmpty }

    @Test(arguments: [Reminder.Kind.alarm, .timer, .reminder])
    func dismissingTheNotificationSnoozesTheRing(kind: Reminder.Kind) async throws {
        let notices = notices()
        let number = try await ring(kind)
        try double.remove(number, .dismissed)
        await yieldUntil { !isRinging }
        await yieldUntil { fixture.reminders.all.contains { $0.id == "tea" && $0.snoozedFrom != nil } }
        await service.settle()
        #expect(double.shown.isEmpty)
        await notices.end()
    }

    @Test(arguments: [NotificationDouble.Reason.expired, .closed, .undefined])
    func anExpiredNotificationReappearsWhileRinging(reason: NotificationDouble.Reason) async throws {
        let notices = notices()
        let number = try await ring()
        try double.remove(number, reason)
        await yieldUntil { double.number(titled: "Alarm") != nil }
        #expect(isRinging)
        await notices.end()
    }

    @Test func clickingOpensTheWindowWithoutStoppingTheRing() async throws {
        let notices = notices()
        let number = try await ring()
        #expect(double.shown[number]?.isClickable == true)
        // Notification services close a clicked notification.
        try double.press("default", on: number)
        try double.remove(number, .dismissed)
        await yieldUntil { opened.value == 1 }
        await yieldUntil { double.number(titled: "Alarm") != nil }
        #expect(isRinging)
        await notices.end()
    }

    @Test func theRingReplacesTheListeningNotification() async throws {
        let notices = notices()
        fixture.assistant.send(.microphoneTapped)
        await yieldUntil { double.number(titled: Self.listening) != nil }
        await service.settle()
        let microphone = try #require(double.number(titled: Self.listening))
        #expect(double.shown[microphone]?.urgency == 0)
        let number = try await ring()
        await yieldUntil { double.number(titled: Self.listening) == nil }
        #expect(double.shown[number]?.urgency == 2)
        try double.press("stop", on: microphone)
        await yieldUntil { double.shown[number]?.body.contains(Self.words.rings.isHeard) == true }
        #expect(isRinging, "a late Stop means the microphone, not the ring")
        await notices.end()
    }

    @Test func stoppingAnotherProgramsListeningKeepsTheRing() async throws {
        let notices = notices()
        fixture.assistant.send(.utteranceLent(true))
        let number = try await ring(.timer)
        await yieldUntil { double.number(titled: Self.listening) != nil }
        await service.settle()
        #expect(double.shown[number]?.body.contains(Self.words.rings.isHeard) == false)
        try double.press("stop", on: try #require(double.number(titled: Self.listening)))
        await yieldUntil { fixture.assistant.state.microphone.loan == nil }
        await yieldUntil { double.number(titled: Self.listening) == nil }
        #expect(isRinging)
        await notices.end()
    }

    @Test func aDismissedListeningNotificationDoesNotReappear() async throws {
        let notices = notices()
        fixture.assistant.send(.microphoneTapped)
        await yieldUntil { double.number(titled: Self.listening) != nil }
        await service.settle()
        try double.remove(try #require(double.number(titled: Self.listening)), .dismissed)
        // By the time this later notification is shown, the listening one would be back.
        service.show(ServiceNotification(title: "Later", category: "im"), for: "later")
        await yieldUntil { double.number(titled: "Later") != nil }
        await yieldUntil { double.number(titled: Self.listening) == nil }
        #expect(fixture.assistant.state.microphone.isOpen)
        #expect(await fixture.calls.perform(.start) == .done)
        await yieldUntil { double.number(titled: "In a call with JARVIS") != nil }
        await notices.end()
    }

    @Test func aDismissedCallNotificationReappears() async throws {
        let notices = notices()
        #expect(await fixture.calls.perform(.start) == .done)
        await yieldUntil { double.number(titled: "In a call with JARVIS") != nil }
        await service.settle()
        try double.remove(try #require(double.number(titled: "In a call with JARVIS")), .dismissed)
        await yieldUntil { double.number(titled: "In a call with JARVIS") != nil }
        #expect(fixture.calls.state.open != nil)
        await notices.end()
    }

    @Test func withoutButtonsTheNotificationExplainsHowToAnswer() async throws {
        double.capabilities = ["body"]
        let notices = notices()
        let number = try await ring()
        #expect(double.shown[number]?.keys.isEmpty == true && double.shown[number]?.isClickable == false)
        #expect(double.shown[number]?.body.contains(Self.words.rings.withoutButtons) == true)
        await notices.end()
    }
}
