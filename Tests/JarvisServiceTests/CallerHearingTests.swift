// SPDX-License-Identifier: GPL-3.0-or-later
// Listening for another program: how it is shown and how it ends.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CallerHearingTests {
    private let fixture: ServiceFixture
    private let caller: BusConnection
    private let updates: AsyncThrowingStream<ServiceClient.Update, any Error>
    private let client: ServiceClient

    init() async throws {
        fixture = try await ServiceFixture()
        fixture.isLong.value = true
        fixture.heard.value = Transcript(text: "buy milk", confidence: 0.5, engine: "fake", search: .dictation)
        caller = try await fixture.bus.connection()
        client = try #require(try await ServiceClient.running(on: caller))
        updates = try await client.listen(answers: false)
    }

    private var isLent: Bool { fixture.assistant.state.microphone.loan != nil }

    /// The updates until the end, as texts.
    private func end() async throws -> [String] {
        var texts: [String] = []
        for try await update in updates {
            switch update {
            case .transcript(let text, _): texts.append(text)
            case .finished(let outcome): texts.append(outcome.name)
            case .clause(let text), .notice(let text): texts.append(text)
            }
        }
        return texts
    }

    @Test func listeningForACallerIsShownAsARecording() async throws {
        #expect(await client.phase() == "recording")
        #expect(fixture.assistant.state.asShown.phase == .recording && fixture.assistant.state.phase == .idle)
        let other = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        await #expect(throws: BusFailure.refused(ServiceError.busy())) { try await other.listen(answers: false) }
        try await client.call("Stop")
        #expect(try await end() == ["stopped"])
        #expect(await client.phase() == "idle" && !isLent)
    }

    @Test func theCallerSetsTheTimeLimit() async throws {
        await yieldUntil { fixture.waited.value == .seconds(10) }
        try await client.call("Stop")
        _ = try await end()
        fixture.isLong.value = false
        let other = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        #expect(try await other.hear(within: .seconds(2.5))?.text == "buy milk")
        #expect(fixture.waited.value == .seconds(2.5))
        for seconds in [0, -1, 3601, Double.nan] {
            do throws(BusFailure) {
                _ = try await fixture.call("Hear", [.number(seconds)], "d", from: caller)
                Issue.record("it waits for \(seconds) s")
            } catch {
                guard case .refused = error else { Issue.record("\(error)"); continue }
            }
        }
    }

    @Test func stoppingReturnsTheTextSoFar() async throws {
        try await client.call("StopListening")
        #expect(try await end() == ["buy milk", "heard"])
        #expect(!isLent)
    }

    @Test func aTapEndsListeningAndReturnsTheText() async throws {
        fixture.assistant.send(.microphoneTapped)
        #expect(try await end() == ["buy milk", "heard"])
        #expect(!isLent && fixture.assistant.state.phase == .idle && fixture.microphone.openCount == 0)
    }

    @Test func lockingTheScreenReturnsTheTextSoFar() async throws {
        fixture.assistant.send(.awayChanged(true))
        #expect(try await end() == ["buy milk", "heard"])
    }

    @Test(arguments: [AssistantEvent.cancelRequested, .setMuted(true), .stopped])
    func cancellingMutingOrQuittingReturnsNoText(event: AssistantEvent) async throws {
        fixture.assistant.send(event)
        #expect(!isLent)
        #expect(try await end() == ["stopped"])
    }

    @Test func listeningEndsWhenTheCallerDisconnects() async throws {
        caller.close()
        await yieldUntil { !isLent }
        // The next caller can listen.
        let next = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        await yieldUntil { fixture.object?.isBusy == false }
        _ = try await next.listen(answers: false)
        #expect(isLent)
    }

    @Test func listeningIsRefusedWhileMuted() async throws {
        try await client.call("Stop")
        _ = try await end()
        fixture.assistant.send(.setMuted(true))
        for answers in [false, true] {
            let other = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
            await #expect(throws: BusFailure.refused(ServiceError.muted())) { try await other.listen(answers: answers) }
        }
        #expect(!isLent && fixture.microphone.openCount == 0)
    }
}
