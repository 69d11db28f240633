// SPDX-License-Identifier: GPL-3.0-or-later
// The tray icon and its menu, as a tray host sees them.

import GioKit
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TrayIconTests {
    @Test func theIconFollowsTraysAsTheyAppearAndVanish() async throws {
        let fixture = try await ShellFixture()
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        // No tray is running.
        await icon.settle()
        #expect(!icon.isShown)
        let first = try await TrayDouble(on: try await fixture.bus.connection())
        await yieldUntil { icon.isShown && first.items.count == 1 }
        // The tray crashes and another one starts.
        first.connection.close()
        await yieldUntil { !icon.isShown }
        let second = try await TrayDouble(on: try await fixture.bus.connection())
        await yieldUntil { icon.isShown && second.items.count == 1 }
        await icon.end()
        await yieldUntil { second.items.isEmpty }
    }

    @Test func theIconMovesToAReplacementTray() async throws {
        let fixture = try await ShellFixture()
        let first = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { first.items.count == 1 }
        try await first.connection.release(TrayDouble.name)
        let second = try await TrayDouble(on: try await fixture.bus.connection())
        await yieldUntil { second.items.count == 1 }
        await icon.end()
    }

    @Test func theSettingShowsAndHidesTheIcon() async throws {
        let fixture = try await ShellFixture { $0.showsTrayIcon = false }
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await icon.settle()
        #expect(tray.items.isEmpty && !icon.isShown)
        try fixture.settings.update { $0.showsTrayIcon = true }
        await yieldUntil { tray.items.count == 1 }
        try fixture.settings.update { $0.showsTrayIcon = false }
        await yieldUntil { tray.items.isEmpty }
        await icon.end()
    }

    @Test func theIconShowsTheCurrentState() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        var news = 0
        let subscription = tray.connection.subscribe(path: "/StatusNotifierItem", signal: "NewIcon") { _ in news += 1 }
        #expect(await tray.read("IconName") == .text("jarvis-tray-idle-symbolic"))
        #expect(await tray.read("Title") == .text("JARVIS: idle"))
        #expect(await tray.read("IconThemePath") == .text("/usr/share/jarvis/data/icons"))
        for (change, name) in [
            ({ fixture.send(.microphoneTapped) }, "listening"), ({ fixture.become(.speaking) }, "speaking"),
            ({ fixture.send(.setMuted(true)) }, "speaking"), ({ fixture.become(.idle) }, "muted"),
        ] as [(() -> Void, String)] {
            change()
            #expect(await tray.read("IconName") == .text("jarvis-tray-\(name)-symbolic"))
            #expect(await tray.read("ToolTip")?.asList?[2] == .text("JARVIS: \(name)"))
        }
        await yieldUntil { news == 3 }
        withExtendedLifetime(subscription) {}
        await icon.end()
    }

    @Test func menuEntriesPerformTheirActions() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        #expect(
            try await tray.entries().compactMap { $0.properties["label"]?.asText } == [
                "\(TrayEntry.talk(.talk))", "\(TrayEntry.call(.start))", "mute", "sessionOnly", "window", "settings",
                "quit",
            ])
        try await tray.click("\(TrayEntry.talk(.talk))")
        #expect(fixture.state.phase == .recording)
        // The same entry ends what it began.
        try await tray.click("\(TrayEntry.talk(.finish))")
        #expect(fixture.state.phase != .recording)
        fixture.become(.thinking)
        try await tray.click("\(TrayEntry.talk(.cancel))")
        #expect(fixture.sent.last == .cancelRequested && fixture.state.phase == .idle)
        try await tray.click("mute")
        #expect(fixture.state.microphone.isMuted)
        #expect(try await tray.entries().first { $0.id == 2 }?.properties["toggle-state"] == .integer(1))
        try await tray.click("sessionOnly")
        #expect(fixture.settings.current.history.isSessionOnly)
        try await tray.click("window")
        try await tray.click("settings")
        #expect(fixture.shownWindows == [nil, "settings"])
        try await tray.click("quit")
        #expect(fixture.hasQuit)
        await icon.end()
    }

    @Test func theMenuStartsAcceptsAndEndsCalls() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        try await tray.click("\(TrayEntry.call(.start))")
        #expect(fixture.calls.call?.status == .active)
        try await tray.click("\(TrayEntry.call(.end))")
        #expect(fixture.calls.call?.ending == .hungUp)
        fixture.take(.rang([CallReason(id: "tea", text: "Tea.")]))
        try await tray.click("\(TrayEntry.call(.accept))")
        #expect(fixture.calls.call?.status == .active && fixture.calls.call?.isIncoming == true)
        // A call on hold because of another program's call can be ended; the next one has to wait.
        fixture.take(.interruptionChanged(.phone, true))
        try await tray.click("\(TrayEntry.call(.end))")
        #expect(fixture.calls.call?.ending == .hungUp)
        #expect(try await tray.entries().first { $0.id == 7 }?.properties["enabled"] == .flag(false))
        await icon.end()
    }

    @Test func aClickShowsTheWindowAndAMiddleClickRecords() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        let place: [BusValue] = [.integer(10), .integer(20)]
        _ = try await tray.call("Activate", place, "ii")
        #expect(fixture.shownWindows == [nil])
        _ = try await tray.call("SecondaryActivate", place, "ii")
        #expect(fixture.state.phase == .recording)
        _ = try await tray.call("ContextMenu", place, "ii")
        _ = try await tray.call("Scroll", [.integer(1), .text("vertical")], "is")
        await icon.end()
    }

    /// Any program can pose as a tray and send clicks without the user.
    @Test func openingTheMicrophoneRequiresAVisibleWindow() async throws {
        let fixture = try await ShellFixture()
        fixture.isSeen = false
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        try await tray.click("\(TrayEntry.talk(.talk))")
        #expect(fixture.shownWindows == [nil] && fixture.state.phase == .recording)
        try await tray.click("\(TrayEntry.talk(.finish))")
        try await tray.click("mute")
        #expect(fixture.shownWindows == [nil], "to close it needs no window")
        fixture.become(.idle)
        fixture.hasDisplay = false
        await #expect(throws: BusFailure.self) { try await tray.click("mute") }
        #expect(fixture.state.microphone.isMuted)
        fixture.send(.setMuted(false))
        await #expect(throws: BusFailure.self) { try await tray.click("\(TrayEntry.talk(.talk))") }
        await #expect(throws: BusFailure.self) {
            try await tray.call("SecondaryActivate", [.integer(0), .integer(0)], "ii")
        }
        #expect(fixture.state.phase == .idle)
        await icon.end()
    }

    @Test func trayClicksDoNotRecordWhileTheUserIsAway() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        fixture.send(.awayChanged(true))
        #expect(try await tray.entries().first?.properties["enabled"] == .flag(false))
        try await tray.click("\(TrayEntry.talk(.talk))")
        _ = try await tray.call("SecondaryActivate", [.integer(0), .integer(0)], "ii")
        #expect(fixture.state.phase == .idle)
        await icon.end()
    }

    @Test func menuChangesAreSignalledAndUnknownEntriesRejected() async throws {
        let fixture = try await ShellFixture()
        let tray = try await TrayDouble(on: try await fixture.bus.connection())
        let icon = TrayIcon(fixture.ports, ShellFixture.words, on: fixture.connection)
        await yieldUntil { tray.items.count == 1 }
        var told: [[BusValue]] = []
        let subscription = tray.connection.subscribe(
            path: "/StatusNotifierItem/Menu", signal: "ItemsPropertiesUpdated"
        ) { told.append($0.arguments) }
        // Once this is answered, the bus knows of the subscription.
        _ = try await tray.connection.names()
        fixture.send(.setMuted(true))
        await yieldUntil { !told.isEmpty }
        let changed = told.first?.first?.asList?.first?.asList ?? []
        #expect(changed.first == .integer(2) && changed.last?.asTable?["toggle-state"] == .integer(1))
        fixture.send(.awayChanged(true))
        fixture.send(.awayChanged(false))
        // A property that is back at its default is removed by name.
        await yieldUntil { told.last?.last == .list([.list([.integer(1), .list([.text("enabled")])])]) }
        let unknown = try await tray.menu(
            "EventGroup",
            [
                .list(
                    [0, 2, 99].map { .list([.integer($0), .text("clicked"), .integer(0), .integer(0)]) })
            ], "a(isvu)")
        #expect(unknown == [.list([.integer(99)])] && !fixture.state.microphone.isMuted)
        await #expect(throws: BusFailure.self) {
            _ = try await tray.menu("Event", [.integer(99), .text("clicked"), .integer(0), .integer(0)], "isvu")
        }
        let some = try await tray.menu("GetGroupProperties", [.list([.integer(6)]), .list([.text("label")])], "aias")
        #expect(some == [.list([.list([.integer(6), .table(["label": .text("quit")])])])])
        withExtendedLifetime(subscription) {}
        await icon.end()
    }
}
