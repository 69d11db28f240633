// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SkillAgentTests {
    @Test func clausesComeBeforeTheSummary() async throws {
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: "help", source: .typed)
        var updates: [AgentUpdate] = []
        for try await update in AgentRig().agent.respond(to: request) { updates.append(update) }
        #expect(updates.count > 2)
        #expect(updates.last == .finished(ReplySummary(skill: "help")))
        #expect(updates.dropLast().allSatisfy { if case .clause = $0 { true } else { false } })
    }

    /// Requests are matched at each pause of the speaker, on the thread that draws.
    @Test func applicationsAreReadOnlyAfterAChangeAndNeverWhilePreparing() async throws {
        let rig = AgentRig()
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: "what time is it", source: .voice)
        rig.launcher.setVersion(1)
        #expect(!rig.agent.canPrepare(request), "nothing has been read yet, and nothing is waited for")
        _ = try await rig.ask("what time is it")
        #expect(rig.launcher.readingCount == 1)
        for _ in 1...20 { #expect(rig.agent.canPrepare(request)) }
        _ = try await rig.ask("what time is it")
        #expect(rig.launcher.readingCount == 1)
        rig.launcher.setVersion(2)
        _ = try await rig.ask("what time is it")
        #expect(rig.launcher.readingCount == 2)
    }

    @Test func aStoreFailureIsExplainedToTheUser() async throws {
        let rig = AgentRig(reminders: BrokenReminders())
        let failure = AgentFailure.skillFailed(
            skill: "timer", reason: "The disk is full, so I can't save reminders.")
        await #expect(throws: failure) { try await rig.ask("set a timer for one minute") }
    }

    @Test func aSettingThatCannotBeSavedIsReported() async throws {
        let answer = try await AgentRig(settings: ReadOnlySettings()).ask("speak faster")
        #expect(answer.text.contains("couldn't save"))
    }

    @Test func missingSystemReadingsAreReported() async throws {
        let rig = AgentRig(status: SystemStatus())
        #expect(try await rig.ask("how much battery is left").text == "This computer has no battery.")
        #expect(try await rig.ask("how much memory is free").text.contains("can't tell"))
        #expect(try await rig.ask("system status").text == "You're not connected to a network.")
    }

    @Test(arguments: [
        String(repeating: "a", count: 10_240), String(repeating: "what time is it ", count: 640),
        String(repeating: "(", count: 10_240), String(repeating: "5+", count: 5_120),
        String(repeating: "remind me to at in ", count: 500), String(repeating: "🎉", count: 2_560),
        String(repeating: "minus ", count: 1_700), "\u{0}\u{1}\u{2}", "\u{200B}",
        String(repeating: "half of ", count: 1_200),
        "what is " + String(repeating: "9", count: 5_000) + " times 2", "set a timer for 99999999999999999999 hours",
        "set an alarm for 99999999999999999999", "%s%n%d", "'; drop table notes;--", "what is nan plus inf",
        "open ../../../etc/passwd", "pick a number between -1e308 and 1e308",
    ])
    func hostileTextGetsAReply(text: String) async throws {
        let answer = try await AgentRig().ask(text)
        #expect(!answer.clauses.isEmpty)
        #expect(answer.text.count < 600)
    }

    @Test func aLongNoteIsKeptWhole() async throws {
        let rig = AgentRig()
        let words = Array(repeating: "word", count: 2_000).joined(separator: " ")
        try await rig.ask("take a note " + words)
        #expect(rig.history.messages.first { $0.kind == .note }?.text == words)
    }

    @Test func openingStartsExactlyOneProgram() async throws {
        let rig = AgentRig()
        try await rig.ask("open the calculator")
        try await rig.ask("go to wikipedia")
        try await rig.ask("open nothing at all")
        #expect(rig.launcher.all == ["org.gnome.Calculator.desktop", "https://www.wikipedia.org"])
    }

    @Test func theVocabularyCoversEveryFiniteNamedSlot() {
        let vocabulary = AgentRig().agent.vocabulary
        #expect(Set(vocabulary.keys) == [.application, .website, .voice, .unit, .day])
        for (type, phrases) in vocabulary {
            #expect(!phrases.isEmpty)
            for phrase in phrases {
                #expect(
                    phrase == phrase.lowercased() && !phrase.contains { $0.isNumber || $0 == "-" }, "\(type) \(phrase)")
            }
        }
    }

    @Test func endingTheIterationCancelsTheSkill() async throws {
        struct Endless: Skill {
            let started: AsyncStream<Void>.Continuation
            let ended: AsyncStream<Bool>.Continuation
            let help = CommandHelp(skill: "endless", title: "", summary: "", examples: [], icon: "")
            var intents: [SkillIntent] {
                [
                    SkillIntent(.tells, ["wait"]) { _ in
                        started.yield()
                        do {
                            try await Task.sleep(for: .seconds(3600))
                        } catch {
                            ended.yield(Task.isCancelled)
                            throw error
                        }
                        return SkillReply("Done.")
                    }
                ]
            }
        }
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
        let rig = AgentRig()
        let agent = SkillAgent(
            services: SkillServices(
                history: rig.history, settings: rig.settings, reminders: rig.reminders,
                synthesizer: SilentSynthesizer(installed: []), launcher: rig.launcher,
                status: FixedStatus(status: .example), desktop: rig.desktop.controls, clock: rig.clock),
            skills: [Endless(started: started, ended: ended)])
        let listener = Task {
            for try await _ in agent.respond(to: AgentRequest(turn: TurnID(rawValue: 1), text: "wait", source: .typed))
            {}
        }
        for await _ in starts { break }
        listener.cancel()
        var wasCancelled = false
        for await value in ends {
            wasCancelled = value
            break
        }
        #expect(wasCancelled)
    }
}
