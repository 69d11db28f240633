// SPDX-License-Identifier: GPL-3.0-or-later
// Push-to-talk with a global shortcut, through a portal double.

import GioKit
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PushToTalkKeyTests {
    private func key(_ fixture: ShellFixture) -> PushToTalkKey {
        PushToTalkKey(fixture.ports, description: "Hold to talk") { [bus = fixture.bus] in
            try await bus.connection()
        }
    }

    private func bound(
        _ fixture: ShellFixture, change: (ShortcutsPortalDouble) -> Void = { _ in }
    ) async throws -> (PushToTalkKey, ShortcutsPortalDouble, session: String) {
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        change(portal)
        let key = key(fixture)
        await yieldUntil { key.bound != nil }
        return (key, portal, try #require(portal.session))
    }

    @Test func holdingTheKeyRecords() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let (key, portal, session) = try await bound(fixture)
        #expect(Array(portal.registered.values) == ["io.github.jarvis_assistant.Jarvis"])
        #expect(portal.shortcuts[session]?.description == "Hold to talk")
        #expect(portal.shortcuts[session]?.trigger == "CTRL+ALT+j")
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.state.phase == .held }
        // Another key.
        try portal.send("Deactivated", of: session, shortcut: "other")
        try portal.send("Activated", of: session, shortcut: "other")
        try portal.send("Deactivated", of: session)
        await yieldUntil { fixture.state.phase != .held }
        #expect(fixture.sent == [.holdBegan, .holdEnded])
        await key.end()
    }

    @Test func recordingShowsTheWindowOrEndsIfItCannot() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        fixture.isSeen = false
        let (key, portal, session) = try await bound(fixture)
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.shownWindows == [nil] }
        #expect(fixture.state.phase == .held)
        try portal.send("Deactivated", of: session)
        await yieldUntil { fixture.state.phase != .held }
        fixture.become(.idle)
        fixture.hasDisplay = false
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.sent == [.holdBegan, .holdEnded, .holdBegan, .holdEnded] }
        await key.end()
    }

    @Test func aClosedSessionReleasesTheKeyAndANewPortalRebindsIt() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let (key, portal, session) = try await bound(fixture)
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.state.phase == .held }
        try portal.close(session)
        await yieldUntil { fixture.sent == [.holdBegan, .holdEnded] }
        portal.connection.close()
        let next = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        await yieldUntil { next.session != nil && key.bound == next.session }
        try next.send("Activated", of: try #require(next.session))
        await yieldUntil { fixture.state.phase == .held }
        // The portal crashes while the key is held.
        next.connection.close()
        await yieldUntil { fixture.state.phase != .held }
        await key.end()
    }

    @Test func theKeyIsBoundOnlyWhileEnabled() async throws {
        let fixture = try await ShellFixture()
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        let key = key(fixture)
        try fixture.settings.update { $0.hasGlobalKey = true }
        await yieldUntil { key.bound != nil }
        try fixture.settings.update { $0.hasGlobalKey = false }
        await yieldUntil { key.bound == nil }
        #expect(portal.registered.count == 1)
        await key.end()
    }

    @Test(arguments: [1, 2] as [Int64])
    func refusedKeysAreNotBound(answer: Int64) async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        portal.answer = answer
        let key = key(fixture)
        await yieldUntil { key.isRefused }
        #expect(key.bound == nil)
        await key.end()
    }

    @Test(arguments: [ShortcutsPortalDouble.Listing.empty, .other])
    func grantsWithoutOurShortcutAreNotBound(listing: ShortcutsPortalDouble.Listing) async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        portal.listing = listing
        let key = key(fixture)
        await yieldUntil { key.isRefused }
        #expect(key.bound == nil)
        let session = try #require(portal.session)
        try portal.change(.asked, of: session)
        await yieldUntil { key.bound == session && !key.isRefused }
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.state.phase == .held }
        // A key that has been taken away can't be released any more.
        try portal.change(listing, of: session)
        await yieldUntil { fixture.state.phase != .held }
        #expect(key.bound == nil && key.isRefused)
        await key.end()
    }

    @Test func sessionKeysAreNotRequestedAgain() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let (key, portal, session) = try await bound(fixture) { $0.keyOfSession = "Ctrl+Alt+J" }
        #expect(portal.bindCount == 0 && !key.isRefused)
        #expect(portal.shortcuts[session]?.trigger == "CTRL+ALT+j")
        // The desktop recognizes the user's key by this suffix.
        #expect(session.hasSuffix("/jarvis"))
        try portal.send("Activated", of: session)
        await yieldUntil { fixture.state.phase == .held }
        await key.end()
    }

    @Test func bindingIsRequestedOnlyWhenReenabled() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection())
        (portal.keyOfSession, portal.listing) = ("", .empty)
        let key = key(fixture)
        await yieldUntil { key.isRefused }
        #expect(key.bound == nil && portal.bindCount == 0)
        // The user has chosen a key in the desktop's settings.
        let session = try #require(portal.session)
        try portal.change(.asked, of: session)
        await yieldUntil { key.bound == session && !key.isRefused }
        portal.listing = .empty
        try fixture.settings.update { $0.hasGlobalKey = false }
        await yieldUntil { key.bound == nil }
        try fixture.settings.update { $0.hasGlobalKey = true }
        await yieldUntil { portal.bindCount == 1 }
        await key.end()
    }

    @Test func grantsWithoutAListAreBound() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let (key, _, _) = try await bound(fixture) { $0.listing = .none }
        #expect(!key.isRefused)
        await key.end()
    }

    @Test func aMissingShortcutsPortalIsReportedAsRefused() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let portal = try await ShortcutsPortalDouble(on: try await fixture.bus.connection(), hasShortcuts: false)
        let key = key(fixture)
        await yieldUntil { key.isRefused }
        #expect(portal.registered.count == 1 && key.bound == nil)
        await key.end()
    }

    @Test func theKeyDoesNothingWhileTheUserIsAway() async throws {
        let fixture = try await ShellFixture { $0.hasGlobalKey = true }
        let (key, portal, session) = try await bound(fixture)
        fixture.send(.awayChanged(true))
        try portal.send("Activated", of: session)
        // Signals arrive in order, so once the session is closed, the key press has been handled.
        try portal.close(session)
        await yieldUntil { key.bound == nil }
        #expect(fixture.sent == [.awayChanged(true)])
        await key.end()
    }
}
