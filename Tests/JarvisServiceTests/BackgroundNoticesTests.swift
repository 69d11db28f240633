// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications shown while JARVIS runs without a window.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisDesktopControl
import JarvisTesting
import Testing

@testable import JarvisService

private struct FakeMemory: NotificationMemory {
    let numbers: [Int64]
    func load() -> ShownNotifications { ShownNotifications(numbers: numbers) }
    func save(_ shown: ShownNotifications) {}
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct BackgroundNoticesTests {
    private static let words = BackgroundWords(
        listening: "JARVIS is listening", waiting: "JARVIS waits", stop: "Stop",
        ringing: { $0.isEmpty ? nil : ("Timer", "Tea") })

    @Test func anOpenMicrophoneIsShownWithItsTimeAndCanBeClosed() async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        let service = NotificationService(fixture.connection)
        let now = Kept(ContinuousClock.now)
        let notices = BackgroundNotices(
            fixture.assistant, service, Self.words, isCovered: { false }, now: { now.value })
        #expect(await service.isThere())
        await service.settle()
        #expect(double.shown.isEmpty)
        fixture.assistant.send(.microphoneTapped)
        await service.settle()
        let number = try #require(double.shown.keys.first)
        #expect(double.shown[number]?.title == "JARVIS is listening" && double.shown[number]?.body == "00:00")
        now.value += .seconds(75)
        await yieldUntil { double.shown[number]?.body == "01:15" }
        try double.press("stop", on: number)
        await yieldUntil { !fixture.assistant.state.microphone.isOpen && double.shown.isEmpty }
        #expect(double.closed == [number] && double.everything.allSatisfy { !$0.contains("noon") })
        await notices.end()
    }

    @Test(arguments: [
        (["actions", "body"], "Buy bread & <something>"),
        (["body", "body-markup"], "Buy bread &amp; &lt;something&gt;"),
    ])
    func textIsEscapedIfTheServiceParsesMarkup(capabilities: [String], body: String) async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        double.capabilities = capabilities
        let service = NotificationService(fixture.connection)
        service.show(
            ServiceNotification(title: "A & B", body: "Buy bread & <something>", category: "device"), for: "reminder")
        await service.settle()
        #expect(double.shown.values.map(\.body) == [body])
        #expect(double.shown.values.map(\.title) == ["A & B"], "titles are never markup")
    }

    @Test func listeningForOtherProgramsIsShownAndCanBeStopped() async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        let service = NotificationService(fixture.connection)
        let notices = BackgroundNotices(fixture.assistant, service, Self.words, isCovered: { false })
        fixture.isLong.value = true
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        let updates = try await client.listen(answers: false)
        await service.settle()
        try double.press("stop", on: try #require(double.shown.keys.first))
        var last: ServiceClient.Update?
        for try await update in updates { last = update }
        #expect(last == .finished(.init(name: "stopped", details: [:])))
        await yieldUntil { double.shown.isEmpty }
        await notices.end()
    }

    @Test func aSlowServiceGetsOnlyTheNewestNotification() async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        double.isSlow = true
        let service = NotificationService(fixture.connection)
        func show(_ title: String) {
            service.show(ServiceNotification(title: title, category: "device"), for: "microphone")
        }
        show("0")
        await yieldUntil { !double.everything.isEmpty }
        for second in 1...20 { show("\(second)") }
        #expect(await !service.isThere(within: .milliseconds(100)), "what does not answer shows nothing")
        double.isSlow = false
        await service.settle()
        #expect(double.everything.filter { !$0.isEmpty } == ["0", "20"])
        service.show(nil, for: "microphone")
        await service.settle()
        #expect(double.shown.isEmpty)
    }

    @Test(arguments: [(0, 1000), (1, 999), (999, 1), (1000, 1000), (3_600_250, 750)])
    func theTimeIsUpdatedWhenTheNextSecondBegins(milliseconds: Int, wait: Int) {
        #expect(BackgroundNotices.untilNextSecond(.milliseconds(milliseconds)) == wait)
    }

    @Test func aVisibleWindowNeedsNoNotification() async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        let service = NotificationService(fixture.connection)
        let notices = BackgroundNotices(fixture.assistant, service, Self.words, isCovered: { true })
        fixture.assistant.send(.microphoneTapped)
        await service.settle()
        #expect(double.shown.isEmpty)
        await notices.end()
    }

    @Test func notificationsLeftByACrashAreClosed() async throws {
        let fixture = try await ServiceFixture()
        let double = try await NotificationDouble(on: try await fixture.bus.connection())
        let service = NotificationService(fixture.connection, memory: FakeMemory(numbers: [7, 9]))
        let notices = BackgroundNotices(fixture.assistant, service, Self.words, isCovered: { false })
        await service.settle()
        #expect(double.closed == [7, 9])
        await notices.end()
    }

    @Test func aMissingNotificationServiceIsDetected() async throws {
        let fixture = try await ServiceFixture()
        let service = NotificationService(fixture.connection)
        #expect(await !service.isThere())
        service.show(ServiceNotification(title: "JARVIS", category: "device"), for: "microphone")
        await service.settle()
    }

    @Test func notificationNumbersRoundTripThroughTheFile() throws {
        let folder = try TemporaryFolder("jarvis-notices")
        let file = NotificationFile(path: folder.path + "/notices")
        #expect(file.load().numbers.isEmpty)
        file.save(ShownNotifications(owner: ":1.7", numbers: [3, 12]))
        #expect(file.load() == ShownNotifications(owner: ":1.7", numbers: [3, 12]))
        file.save(ShownNotifications(numbers: [4]))
        #expect(file.load() == ShownNotifications(numbers: [4]))
    }

    @Test(arguments: [
        (0, "00:00"), (59, "00:59"), (61, "01:01"), (3599, "59:59"), (3600, "1:00:00"), (86_399, "23:59:59"),
        (200_000, "23:59:59"), (-5, "00:00"),
    ])
    func elapsedTimeIsFormattedAsMinutesAndSeconds(seconds: Int, text: String) {
        #expect(BackgroundNotices.elapsed(.seconds(seconds)) == text)
    }
}
