// SPDX-License-Identifier: GPL-3.0-or-later
// Calls by other programs over a real bus.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ServiceObjectTests {
    @Test func onlyTheCallerReceivesTheAnswer() async throws {
        let fixture = try await ServiceFixture()
        fixture.agent.answer(["It is noon.", "Lunch is ready."])
        let (caller, listener) = (try await fixture.bus.connection(), try await fixture.bus.connection())
        let overheard = Kept<[BusConnection.Signal]>([])
        let listening = listener.subscribe(interface: ServiceInterface.name) { overheard.value.append($0) }
        // Once this is answered, the bus knows of the subscription.
        _ = try await listener.names()
        let client = try #require(try await ServiceClient.running(on: caller))
        var clauses: [String] = []
        var outcome: ServiceClient.Outcome?
        for try await update in try await client.ask("what time is it") {
            switch update {
            case .clause(let clause): clauses.append(clause)
            case .finished(let end): outcome = end
            case .transcript, .notice: break
            }
        }
        #expect(clauses == ["It is noon.", "Lunch is ready."])
        #expect(outcome?.name == "answered" && outcome?.summary.skill == "time")
        // This reply arrives after everything sent before it.
        _ = try await fixture.call("StopListening", from: listener)
        #expect(overheard.value.isEmpty, "\(overheard.value)")
        withExtendedLifetime(listening) {}
        #expect(fixture.history.messages.map(\.text) == ["what time is it", "It is noon. Lunch is ready."])
        #expect(!fixture.microphone.isOpen)
    }

    @Test func questionsFromTwoCallersAreAnsweredInOrder() async throws {
        let fixture = try await ServiceFixture()
        let clients = [try await fixture.bus.connection(), try await fixture.bus.connection()]
        let running = [
            try #require(try await ServiceClient.running(on: clients[0])),
            try #require(try await ServiceClient.running(on: clients[1])),
        ]
        let streams = [try await running[0].ask("one"), try await running[1].ask("two")]
        for stream in streams {
            var last: ServiceClient.Update?
            for try await update in stream { last = update }
            guard case .finished(let outcome)? = last else { Issue.record("no end"); continue }
            #expect(outcome.name == "answered")
        }
        #expect(fixture.history.messages.map(\.text) == ["one", "It is noon.", "two", "It is noon."])
    }

    @Test func aFailureIsExplainedToTheCaller() async throws {
        let fixture = try await ServiceFixture()
        fixture.agent.fail(with: .notAnswered)
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        var failure: String?
        for try await update in try await client.ask("what is life") {
            if case .finished(let outcome) = update { failure = outcome.failure }
        }
        #expect(failure == "notAnswered")
    }

    @Test func otherProgramsCannotReadOrOpenTheMicrophone() async throws {
        let fixture = try await ServiceFixture(isStranger: true)
        let stranger = try await fixture.bus.connection()
        let calls: [(String, [BusValue], String)] = [
            ("Ask", [.text("read my notes")], "s"), ("Listen", [.flag(true)], "b"), ("Listen", [.flag(false)], "b"),
            ("Hear", [.number(5)], "d"),
            ("Say", [.text("hello")], "s"), ("SetMuted", [.flag(false)], "b"), ("StopListening", [], ""),
            ("Quit", [], ""),
        ]
        for (method, arguments, signature) in calls {
            do throws(BusFailure) {
                _ = try await fixture.call(method, arguments, signature, from: stranger)
                Issue.record("\(method) is let through")
            } catch {
                #expect(error.meansForbidden, "\(method): \(error)")
            }
        }
        #expect(fixture.microphone.openCount == 0 && fixture.history.messages.isEmpty && fixture.agent.requests.isEmpty)
        #expect(!fixture.hasQuit.value)
        // Muting and stopping are open to all programs.
        _ = try await fixture.call("SetMuted", [.flag(true)], "b", from: stranger)
        #expect(fixture.assistant.state.microphone.isMuted)
        _ = try await fixture.call("Stop", from: stranger)
    }

    @Test func otherProgramsCanAskOnceAllowed() async throws {
        let fixture = try await ServiceFixture(isStranger: true) { $0.answersPrograms = true }
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        var isAnswered = false
        for try await update in try await client.ask("what time is it") {
            if case .clause = update { isAnswered = true }
        }
        #expect(isAnswered)
    }

    /// Another program could agree to its own request.
    @Test(arguments: [false, true]) func onlyTheCommandLineCanAnswerAQuestion(isStranger: Bool) async throws {
        let fixture = try await ServiceFixture(isStranger: isStranger) { $0.answersPrograms = true }
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        fixture.agent.answer(["For how long?"], summary: ReplySummary(skill: "timer", followUp: .dictation))
        for try await _ in try await client.ask("set a timer") {}
        #expect(fixture.agent.droppedQuestions == (isStranger ? 1 : 0))
        #expect(fixture.agent.requests.map(\.partner) == [isStranger ? .program : .commandLine])
    }

    @Test func listeningIsRefusedWhenItCannotBeShown() async throws {
        let fixture = try await ServiceFixture()
        fixture.isSeen.value = false
        let caller = try await fixture.bus.connection()
        do throws(BusFailure) {
            _ = try await fixture.call("Listen", [.flag(true)], "b", from: caller)
            Issue.record("it listens")
        } catch {
            #expect(error == .refused(ServiceError.unseen()))
        }
        #expect(fixture.microphone.openCount == 0)
    }

    @Test func aSpokenTurnIsReportedUntilItEnds() async throws {
        let fixture = try await ServiceFixture()
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        let updates = try await client.listen(answers: true)
        #expect(fixture.assistant.state.phase == .recording && fixture.microphone.isOpen)
        #expect(await client.phase() == "recording")
        // A second caller is refused.
        let other = try await fixture.bus.connection()
        do throws(BusFailure) {
            _ = try await fixture.call("Listen", [.flag(true)], "b", from: other)
            Issue.record("two listen")
        } catch {
            #expect(error == .refused(ServiceError.busy()))
        }
        try await client.call("Stop")
        var last: ServiceClient.Update?
        for try await update in updates { last = update }
        #expect(last == .finished(.init(name: "nothing-heard", details: [:])))
        #expect(!fixture.microphone.isOpen)
    }

    @Test func listeningWithoutAnAnswerReturnsOnlyTheText() async throws {
        let fixture = try await ServiceFixture()
        fixture.heard.value = Transcript(text: "buy milk", confidence: 0.5, engine: "fake", search: .dictation)
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        var updates: [ServiceClient.Update] = []
        for try await update in try await client.listen(answers: false) { updates.append(update) }
        #expect(updates.first == .transcript("buy milk", isFinal: true))
        #expect(fixture.agent.requests.isEmpty && fixture.assistant.state.microphone.loan == nil)
    }

    @Test func listeningIsRefusedWhileTheUserIsAway() async throws {
        let fixture = try await ServiceFixture()
        fixture.assistant.send(.awayChanged(true))
        do throws(BusFailure) {
            _ = try await fixture.call("Listen", [.flag(true)], "b", from: try await fixture.bus.connection())
            Issue.record("it listens")
        } catch {
            #expect(error == .refused(ServiceError.away()))
        }
    }

    @Test func quitWaitsForTheTurnToEnd() async throws {
        let fixture = try await ServiceFixture()
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        _ = try await client.listen(answers: true)
        try await client.call("Quit")
        #expect(!fixture.hasQuit.value)
        try await client.call("Stop")
        await yieldUntil { fixture.hasQuit.value }
    }

    @Test func overlongTextIsRefused() async throws {
        let fixture = try await ServiceFixture()
        let caller = try await fixture.bus.connection()
        // The second text is a single character.
        for text in [String(repeating: "a", count: 4001), "a" + String(repeating: "\u{301}", count: 100_000)] {
            for method in ["Ask", "Say"] {
                do throws(BusFailure) {
                    _ = try await fixture.call(method, [.text(text)], "s", from: caller)
                    Issue.record("\(method) takes it")
                } catch {
                    #expect(error == .refused(.invalidArguments("The text is too long.")))
                }
            }
        }
        _ = try await fixture.call("Ask", [.text(String(repeating: "ä", count: 4000))], "s", from: caller)
    }

    @Test func aTimedOutRequestIsAFailureNotARefusal() async throws {
        let bus = try PrivateBus()
        let (connection, caller) = (try await bus.connection(), try await bus.connection())
        let isStuck = Kept(true)
        let export = try connection.export(
            BusObject(
                method: { _ in
                    await yieldUntil { !isStuck.value }
                    return [.text("1")]
                }, property: { $0 == "Phase" ? .text("idle") : nil }),
            at: ProgramIdentity.path, introspection: try ServiceInterface.introspection(.standard()))
        #expect(try await connection.own(ServiceInterface.name))
        let client = try #require(try await ServiceClient.running(on: caller))
        await #expect(throws: ServiceClient.Failed.self) {
            try await client.askUnlessRefused("set a timer", within: .milliseconds(200))
        }
        isStuck.value = false
        export.withdraw()
        #expect(try await client.askUnlessRefused("set a timer") == nil, "nothing takes it there")
    }

    @Test func aRequestEndsWhenTheServiceIsGone() async throws {
        let fixture = try await ServiceFixture()
        fixture.agent.setSilent(true)
        let client = try #require(try await ServiceClient.running(on: try await fixture.bus.connection()))
        let updates = try await client.ask("what time is it")
        fixture.connection.close()
        await #expect(throws: ServiceClient.Gone.self) { for try await _ in updates {} }
    }

    @Test func theDesktopCanActivateTheWindow() async throws {
        let bus = try PrivateBus()
        let (connection, desktop) = (try await bus.connection(), try await bus.connection())
        let asked = Kept<[String?]>([])
        let object = try ActivationObject(on: connection, admit: { _ in }) { asked.value.append($0) }
        func call(
            _ interface: String, _ method: String, _ arguments: [BusValue] = [], _ signature: String = ""
        ) async throws(BusFailure) -> [BusValue] {
            try await desktop.call(
                connection.uniqueName, path: ProgramIdentity.path, interface: interface, method: method, arguments,
                signature: signature)
        }
        _ = try await call("org.freedesktop.Application", "Activate", [.table([:])], "a{sv}")
        _ = try await call(
            "org.freedesktop.Application", "ActivateAction", [.text("history"), .list([]), .table([:])], "sava{sv}")
        // The calls that a second GTK instance makes.
        #expect(try await call("org.gtk.Actions", "DescribeAll") == [.table([:])])
        _ = try await call("org.gtk.Application", "Activate", [.table([:])], "a{sv}")
        _ = try await call("org.gtk.Actions", "Activate", [.text("listen"), .list([]), .table([:])], "sava{sv}")
        #expect(asked.value == [nil, "history", nil, "listen"])
        object.withdraw()
    }
}
