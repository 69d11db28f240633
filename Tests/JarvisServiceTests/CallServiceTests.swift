// SPDX-License-Identifier: GPL-3.0-or-later
// Calls without a window, controlled over the bus and from notifications.

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
struct CallServiceTests {
    private static let words = BackgroundWords(
        listening: "JARVIS is listening", waiting: "JARVIS waits", stop: "Stop",
        ringing: { $0.isEmpty ? nil : ("Alarm", "Tea") })

    private func status(_ fixture: ServiceFixture, _ caller: BusConnection) async -> String? {
        await caller.property(
            "CallStatus", ServiceInterface.name, of: ServiceInterface.name, path: ProgramIdentity.path)?
            .asText
    }

    private func ring(_ fixture: ServiceFixture) async throws {
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(Reminder(id: "tea", kind: .alarm, label: "tea", createdAt: now, dueAt: now))
        fixture.assistant.start()
        await yieldUntil { fixture.calls.state.call?.status == .ringing }
    }

    @Test func aCallCanBeStartedHeldAndEndedOverTheBus() async throws {
        let fixture = try await ServiceFixture()
        let caller = try await fixture.bus.connection()
        #expect(await status(fixture, caller) == "none")
        let first = try await fixture.call("StartCall", from: caller).first?.asText
        #expect(first?.isEmpty == false && fixture.microphone.isOpen)
        #expect(try await fixture.call("StartCall", from: caller).first?.asText == first, "the same call")
        _ = try await fixture.call("HoldCall", from: caller)
        #expect(!fixture.microphone.isOpen, "hold means closed")
        #expect(await status(fixture, caller) == "held")
        _ = try await fixture.call("ResumeCall", from: caller)
        #expect(fixture.microphone.isOpen)
        _ = try await fixture.call("EndCall", from: caller)
        _ = try await fixture.call("EndCall", from: caller)
        #expect(await status(fixture, caller) == "ended")
        await yieldUntil { !fixture.microphone.isOpen }
    }

    @Test func otherProgramsCanEndACallButNotStartOne() async throws {
        let fixture = try await ServiceFixture(isStranger: true)
        let caller = try await fixture.bus.connection()
        for method in ["StartCall", "AcceptCall", "ResumeCall"] {
            await #expect(throws: BusFailure.self) { try await fixture.call(method, from: caller) }
        }
        #expect(fixture.calls.state.call == nil && !fixture.microphone.isOpen)
        #expect(await fixture.calls.perform(.start) == .done)
        _ = try await fixture.call("EndCall", from: caller)
        #expect(fixture.calls.state.call?.ending == .hungUp)
    }

    @Test func aCallThatCannotBeSeenIsNotBegun() async throws {
        let fixture = try await ServiceFixture()
        fixture.isSeen.value = false
        let caller = try await fixture.bus.connection()
        await #expect(throws: BusFailure.self) { try await fixture.call("StartCall", from: caller) }
        #expect(!fixture.microphone.isOpen)
    }

    @Test(arguments: [("accept", "active"), ("reject", "ended"), ("snooze", "ended")])
    func anAlarmCanBeAnsweredFromItsNotification(key: String, outcome: String) async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        let service = NotificationService(fixture.connection)
        let notices = BackgroundNotices(
            fixture.assistant, service, Self.words, calls: fixture.calls, isCovered: { false })
        try await ring(fixture)
        await yieldUntil { double.number(titled: "Alarm") != nil }
        let number = try #require(double.number(titled: "Alarm"))
        #expect(double.shown[number]?.category == "call.incoming")
        #expect(Set(double.shown[number]?.keys ?? []) == ["accept", "reject", "snooze"])
        await service.settle()
        try double.press(key, on: number)
        await yieldUntil { fixture.calls.state.call?.status.name == outcome }
        await yieldUntil { double.number(titled: "Alarm") == nil }
        guard key == "accept" else { return await notices.end() }
        // The call keeps a notification with buttons to hold and end it.
        await yieldUntil { double.number(titled: "In a call with JARVIS") != nil }
        let call = try #require(double.number(titled: "In a call with JARVIS"))
        await service.settle()
        try double.press("hold", on: call)
        await yieldUntil { !fixture.microphone.isOpen && double.number(titled: "Call on hold") != nil }
        await service.settle()
        try double.press("end", on: call)
        await yieldUntil { fixture.calls.state.call?.ending == .hungUp && double.shown.isEmpty }
        await notices.end()
    }

    @Test func callActionsWithoutACallAreRefused() async throws {
        let fixture = try await ServiceFixture()
        let caller = try await fixture.bus.connection()
        for method in ["EndCall", "HoldCall", "RejectCall"] {
            await #expect(throws: BusFailure.self) { try await fixture.call(method, from: caller) }
        }
    }
}
