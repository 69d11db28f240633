// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a screen reader runs, by the desktop's flag and by who listens on the accessibility bus; both buses are the
// test's own.

import GioKit
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import JarvisService

/// The accessibility bus and its registry.
@MainActor
private final class AccessibilityDouble {
    let bus: PrivateBus
    var isFlagged = false
    var listeners: [(name: String, event: String)] = []
    private var launcher: BusExport?
    private var status: BusExport?
    private var registry: BusExport?

    init(on session: BusConnection) async throws {
        bus = try PrivateBus()
        let address = bus.address
        launcher = try session.export(
            BusObject(method: { _ in [.text(address)] }), at: "/org/a11y/bus",
            introspection: """
                <node><interface name="org.a11y.Bus"><method name="GetAddress"><arg type="s" direction="out"/></method>
                </interface></node>
                """)
        status = try session.export(
            BusObject(method: { _ in [] }, property: { [weak self] _ in .flag(self?.isFlagged ?? false) }),
            at: "/org/a11y/bus",
            introspection: """
                <node><interface name="org.a11y.Status">
                <property name="ScreenReaderEnabled" type="b" access="read"/></interface></node>
                """)
        _ = try await session.own("org.a11y.Bus")
        let connection = try await bus.connection()
        registry = try connection.export(
            BusObject(method: { [weak self] _ in
                [.list((self?.listeners ?? []).map { .list([.text($0.name), .text($0.event)]) })]
            }), at: "/org/a11y/atspi/registry",
            introspection: """
                <node><interface name="org.a11y.atspi.Registry">
                <method name="GetRegisteredEvents"><arg type="a(ss)" direction="out"/></method>
                <signal name="EventListenerRegistered"><arg type="s"/><arg type="s"/></signal>
                <signal name="EventListenerDeregistered"><arg type="s"/><arg type="s"/></signal>
                </interface></node>
                """)
        _ = try await connection.own("org.a11y.atspi.Registry")
    }

    func listen(_ name: String, _ event: String) throws {
        listeners.append((name, event))
        try registry?.emit("EventListenerRegistered", [.text(name), .text(event)])
    }

    func flag(_ isFlagged: Bool) throws {
        self.isFlagged = isFlagged
        try status?.tellChanged(["ScreenReaderEnabled"])
    }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenReaderWatchTests {
    @Test func aProgramThatFollowsTheFocusIsAScreenReader() async throws {
        let session = try PrivateBus()
        let double = try await AccessibilityDouble(on: try await session.connection())
        let told = Kept<[Bool]>([])
        let watch = ScreenReaderWatch(try await session.connection()) { told.value.append($0) }
        await watch.start()
        #expect(!watch.isRunning && told.value.isEmpty)
        let reader = try await double.bus.connection()
        try double.listen(reader.uniqueName, "object:text-changed")
        try double.listen(reader.uniqueName, "object:state-changed:focused")
        await yieldUntil { told.value == [true] }
        reader.close()
        await yieldUntil { told.value == [true, false] }
    }

    @Test func theDesktopSaysWhetherItsScreenReaderRuns() async throws {
        let session = try PrivateBus()
        let double = try await AccessibilityDouble(on: try await session.connection())
        let told = Kept<[Bool]>([])
        let watch = ScreenReaderWatch(try await session.connection()) { told.value.append($0) }
        await watch.start()
        try double.flag(true)
        await yieldUntil { told.value == [true] }
        try double.flag(false)
        await yieldUntil { told.value == [true, false] }
    }

    @Test func aScreenReaderThatRunsAlreadyIsNoticedAtOnce() async throws {
        let session = try PrivateBus()
        let double = try await AccessibilityDouble(on: try await session.connection())
        double.listeners = [(":1.7", "Object:StateChanged:Focused")]
        let watch = ScreenReaderWatch(try await session.connection()) { _ in }
        await watch.start()
        #expect(watch.isRunning)
    }
}
