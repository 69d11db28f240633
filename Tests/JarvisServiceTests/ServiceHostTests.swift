// SPDX-License-Identifier: GPL-3.0-or-later
// The service from start to end.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisCore
import JarvisDesktopControl
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
private final class NoWindow: ServiceWindow {
    let isOpen = false
    let isInSight = false
    let hasWidget = false
    var onChange: (@MainActor () -> Void)?
    var onQuit: (@MainActor () -> Void)?
    var onTakeOver: (@MainActor () -> Void)?
    private(set) var asked = 0
    func show(action: String?) throws { asked += 1 }
    func prepareToFloat() {}
    func close() {}
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ServiceHostTests {
    @Test func requestsDuringShutdownAreRefused() async throws {
        let fixture = try await ServiceFixture(isOffered: false)
        let (caller, isAnswered) = (try await fixture.bus.connection(), Kept<Bool?>(nil))
        let window = NoWindow()
        let session = AssistantSession(
            fixture.assistant,
            ends: [
                { @MainActor in
                    isAnswered.value =
                        (try? await fixture.call("Ask", [.text("what time is it")], "s", from: caller)) != nil
                    _ = try? await caller.call(
                        ServiceInterface.name, path: ProgramIdentity.path, interface: "org.freedesktop.Application",
                        method: "Activate", [.table([:])], signature: "a{sv}")
                }
            ])
        let folder = try TemporaryFolder("jarvis-host")
        let host = ServiceHost(
            session, window: window,
            words: BackgroundWords(
                listening: "JARVIS is listening", waiting: "JARVIS waits", stop: "Stop",
                ringing: { _ in nil }),
            shellWords: ShellWords(
                state: { _ in "JARVIS" }, entry: { "\($0)" }, speaker: { "\($0)" }, keyDescription: "Talk",
                iconFolder: ""),
            memory: NotificationFile(path: folder.path + "/notices"), endsWhenIdle: false)
        try await host.begin(
            on: { fixture.connection }, fixture.ports, introspection: try ServiceInterface.introspection(.standard()))
        let client = try #require(try await ServiceClient.running(on: caller))
        for try await _ in try await client.ask("what time is it") {}
        #expect(fixture.history.messages.count == 2)
        host.end()
        await host.run()
        #expect(isAnswered.value == false && fixture.history.messages.count == 2 && window.asked == 0)
        #expect(await !caller.isOwned(ServiceInterface.name))
    }
}
