// SPDX-License-Identifier: GPL-3.0-or-later
// Showing, replacing and removing notifications, whether by the user, the daemon or another program.

import GioKit
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

private final class FakeMemory: NotificationMemory, Sendable {
    let shown: ShownNotifications
    init(_ shown: ShownNotifications) { self.shown = shown }
    func load() -> ShownNotifications { shown }
    func save(_ shown: ShownNotifications) {}
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct NotificationServiceTests {
    private let bus: PrivateBus
    private let connection: BusConnection

    init() async throws {
        bus = try PrivateBus()
        connection = try await bus.connection()
    }

    private func ring(isResident: Bool = true) -> ServiceNotification {
        ServiceNotification(
            title: "Alarm", body: "Tea", buttons: [.click("Show"), .init("stop", "Stop")],
            withoutButtons: "Dismiss this.", urgency: .critical, isResident: isResident, category: "call.incoming")
    }

    /// Shows a notification and records its dismissals and pressed buttons.
    private func show(
        _ notification: ServiceNotification, on double: NotificationDouble
    ) async throws -> (service: NotificationService, number: Int64, dismissals: Kept<Int>, pressed: Kept<[String]>) {
        // Other tests may occupy the main thread for longer than a service may take to answer.
        let service = NotificationService(connection, pause: .milliseconds(1), breath: .seconds(60))
        let (dismissals, pressed) = (Kept(0), Kept<[String]>([]))
        service.onDismissal(of: "ring") { dismissals.value += 1 }
        service.onAction(of: "ring") { pressed.value.append($0) }
        service.show(notification, for: "ring")
        await service.settle()
        return (service, try #require(double.number(titled: "Alarm")), dismissals, pressed)
    }

    private func double(after last: Int64 = 40) async throws -> NotificationDouble {
        try await NotificationDouble(on: try await bus.connection(), after: last)
    }

    @Test func aDismissalIsReportedOnceAndNotUndone() async throws {
        let double = try await double()
        let (service, number, dismissals, pressed) = try await show(ring(), on: double)
        try double.remove(number, .dismissed)
        await yieldUntil { dismissals.value == 1 }
        await service.settle()
        #expect(double.shown.isEmpty && pressed.value.isEmpty)
        service.show(ring(), for: "ring")
        await service.settle()
        #expect(double.number(titled: "Alarm") != nil, "the next one is shown")
        await service.end()
        #expect(double.shown.isEmpty && dismissals.value == 1, "taking it back is no dismissal")
    }

    @Test func signalsFromOtherProgramsAreIgnored() async throws {
        let double = try await double()
        let (service, number, dismissals, pressed) = try await show(ring(), on: double)
        let stranger = try await bus.connection()
        let (name, path) = (NotificationDouble.name, "/org/freedesktop/Notifications")
        let export = try stranger.export(
            BusObject(method: { _ in [] }), at: path,
            introspection: """
                <node><interface name="\(name)"><signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
                <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal></interface></node>
                """)
        try export.emit("ActionInvoked", [.integer(number), .text("stop")])
        try export.emit("NotificationClosed", [.integer(number), .integer(2)])
        // The bus handles a program's messages in order, so once this is answered, the stranger's signals have been
        // sent.
        #expect(await stranger.isOwned(name))
        try double.press("stop", on: number)
        await yieldUntil { !pressed.value.isEmpty }
        #expect(pressed.value == ["stop"] && dismissals.value == 0)
        await service.end()
    }

    @Test(arguments: [NotificationDouble.Reason.expired, .closed, .undefined])
    func residentNotificationsReappearUnlessDismissed(reason: NotificationDouble.Reason) async throws {
        let double = try await double()
        let (service, number, dismissals, _) = try await show(ring(), on: double)
        try double.remove(number, reason)
        await yieldUntil { double.number(titled: "Alarm") != nil }
        #expect(dismissals.value == 0 && double.everything.count == 4)
        await service.end()
        #expect(double.shown.isEmpty)
    }

    @Test func expiredNotificationsAreNotShownAgain() async throws {
        let double = try await double()
        let (service, number, dismissals, _) = try await show(ring(isResident: false), on: double)
        try double.remove(number, .expired)
        service.show(ServiceNotification(title: "Other", category: "im"), for: "other")
        await service.settle()
        double.leave()
        // A new service gets only the notifications that are still wanted.
        let next = try await self.double()
        await yieldUntil { next.number(titled: "Other") != nil }
        await service.settle()
        #expect(next.number(titled: "Alarm") == nil && dismissals.value == 0)
        await service.end()
    }

    @Test(arguments: [true, false])
    func pressingAButtonIsNotADismissal(isPressedFirst: Bool) async throws {
        let double = try await double()
        let (service, number, dismissals, pressed) = try await show(ring(), on: double)
        if isPressedFirst { try double.press("default", on: number) }
        try double.remove(number, .dismissed)
        if !isPressedFirst { try double.press("default", on: number) }
        await yieldUntil { double.number(titled: "Alarm") != nil }
        #expect(pressed.value == ["default"] && dismissals.value == 0, "it is still wanted, and shown again")
        await service.end()
    }

    /// A slow daemon may report the number only after a button was pressed.
    @Test func pressesBeforeTheNumberIsKnownCount() async throws {
        let double = try await double()
        let service = NotificationService(connection)
        let (dismissals, pressed) = (Kept(0), Kept<[String]>([]))
        service.onDismissal(of: "ring") { dismissals.value += 1 }
        service.onAction(of: "ring") { pressed.value.append($0) }
        service.show(ServiceNotification(title: "Other", category: "im"), for: "other")
        await service.settle()
        double.isSlow = true
        service.show(ring(), for: "ring")
        await yieldUntil { double.number(titled: "Alarm") != nil }
        let number = try #require(double.number(titled: "Alarm"))
        try double.press("stop", on: number)
        try double.remove(number, .dismissed)
        service.show(nil, for: "ring")
        double.isSlow = false
        await yieldUntil { pressed.value == ["stop"] }
        await service.end()
        #expect(dismissals.value == 0)
    }

    @Test func aReplacementDaemonShowsTheNotificationAgain() async throws {
        let first = try await double()
        let (service, number, dismissals, pressed) = try await show(ring(), on: first)
        first.leave()
        let second = try await double(after: number + 10)
        await yieldUntil { second.number(titled: "Alarm") != nil }
        await service.settle()
        // By now, a number from the first service may belong to another program's notification.
        #expect(second.number(titled: "Alarm") == number + 11)
        try second.press("stop", on: number)
        try second.press("stop", on: number + 11)
        await yieldUntil { pressed.value == ["stop"] }
        await service.end()
        #expect(second.closed == [number + 11] && dismissals.value == 0)
    }

    @Test func aLateDaemonShowsPendingNotifications() async throws {
        let service = NotificationService(connection)
        service.show(ring(), for: "ring")
        service.show(ServiceNotification(title: "Over", category: "im"), for: "over")
        service.show(nil, for: "over")
        await service.settle()
        let double = try await double()
        await yieldUntil { double.number(titled: "Alarm") != nil }
        await service.settle()
        #expect(double.shown.count == 1)
        await service.end()
    }

    @Test(arguments: [("", [7, 9]), (":1.999", [])])
    func onlyStaleNumbersOfThisDaemonAreClosed(owner: String, closed: [Int64]) async throws {
        let double = try await double()
        let memory = FakeMemory(ShownNotifications(owner: owner, numbers: [7, 9]))
        let service = NotificationService(connection, memory: memory)
        service.removeStale()
        await service.settle()
        #expect(double.closed == closed)
    }

    @Test func alarmsAreUrgentResidentAndNeverExpire() async throws {
        let double = try await double()
        let (service, number, _, _) = try await show(ring(), on: double)
        let shown = try #require(double.shown[number])
        #expect(shown.urgency == 2 && shown.isResident && shown.expiresAfterMilliseconds == 0)
        #expect(shown.keys == ["stop"] && shown.isClickable)
        await service.end()
    }

    @Test(
        arguments: [
            (["actions", "body"], "Alarm", "Tea & <milk>", 4), (nil, "Alarm", "Tea & <milk>", 4),
            (["body", "body-markup"], "Alarm", "Tea &amp; &lt;milk&gt;\nDismiss this.", 0),
            (["actions"], "Alarm · Tea & <milk>", "", 4), ([], "Alarm · Tea & <milk> · Dismiss this.", "", 0),
        ] as [([String]?, String, String, Int)])
    func contentFitsTheDaemonsCapabilities(can: [String]?, title: String, body: String, buttons: Int) {
        var content = ring()
        content.body = "Tea & <milk>"
        let form = NotificationForm(content, for: can.map { Set($0) })
        #expect(form.title == title && form.body == body && form.buttons.count == buttons)
    }

    @Test(arguments: [
        (false, true, false, Int64(0)), (false, true, true, -1), (true, false, true, 0), (false, false, false, -1),
    ])
    func keptNotificationsDoNotExpire(isResident: Bool, isKept: Bool, isPersistent: Bool, time: Int64) {
        let content = ServiceNotification(title: "A", isResident: isResident, isKept: isKept, category: "im")
        let form = NotificationForm(content, for: isPersistent ? ["body", "persistence"] : ["body"])
        #expect(form.expiresAfterMilliseconds == time)
    }
}
