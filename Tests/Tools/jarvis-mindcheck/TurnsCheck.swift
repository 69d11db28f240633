// SPDX-License-Identifier: GPL-3.0-or-later
// Turns of the whole assistant with a language model on a local socket, alternating with requests of the bare HTTP
// client with a body of the same length, which give the floor.

import JarvisAgent
import JarvisAssistant
import JarvisCore
import JarvisControlTesting
import JarvisConversation
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisSkills
import JarvisTesting
import Synchronization

@MainActor
enum TurnsCheck {
    private static let questions = [
        "why does the sea look blue in the evening", "what makes bread rise in the oven",
        "why do cats purr when they are stroked",
    ]

    static func run(count: Int) async throws {
        let moments = TurnMoments()
        let length = RequestLength()
        let server = try FakeServer { serve($0, moments, length) }
        let http = HTTPClient(loop: NetworkLoop())
        let assistant = try assistant(server.port, http, moments)
        assistant.start()
        var rows: [Row: [Double]] = [:]
        for number in 0..<count + 10 {
            let isWarm = number >= 10
            moments.begin()
            moments.note(.transcript)
            assistant.send(.textSubmitted(questions[number % questions.count], .typed))
            guard await isOver(assistant, moments) else {
                print("turn \(number): no answer while \(assistant.state.phase)")
                continue
            }
            for row in Row.turns where isWarm {
                if let value = moments.milliseconds(row.from, row.to) { rows[row, default: []].append(value) }
            }
            moments.begin()
            try await ask(http, server.port, length.bytes, moments)
            for row in Row.floors where isWarm {
                if let value = moments.milliseconds(row.from, row.to) { rows[row, default: []].append(value) }
            }
        }
        await assistant.stop()
        print("\(count) turns; the request has \(length.bytes) bytes")
        for row in Row.all { print(row.line(rows[row] ?? [])) }
    }

    /// True once the answer has been played.
    private static func isOver(_ assistant: Assistant, _ moments: TurnMoments) async -> Bool {
        for _ in 0..<4000 {
            let phase = assistant.state.phase
            let isAtRest = phase == .idle || phase.isListening
            if isAtRest, moments.milliseconds(.transcript, .sound) != nil { return true }
            try? await ContinuousClock().sleep(for: .milliseconds(1))
        }
        return false
    }

    // MARK: The server

    nonisolated private static func serve(
        _ connection: FakeConnection, _ moments: TurnMoments, _ length: RequestLength
    ) {
        while let request = connection.readRequest() {
            moments.note(.request)
            length.note(request.body.count)
            connection.beginEvents()
            for word in ["Short", " light", " is", " scattered", " more"] { connection.say(word) }
            // Far enough apart that earlier pieces are no longer in transit.
            _ = connection.waitsForHangup(milliseconds: 5)
            moments.note(.clauseWritten)
            connection.say(". The")
            connection.say(" rest passes.")
            connection.chunk("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
            connection.write("0\r\n\r\n")
        }
    }

    // MARK: What is measured

    private static func assistant(_ port: Int, _ http: HTTPClient, _ moments: TurnMoments) throws -> Assistant {
        let clock = FakeWallClock()
        let (history, settings, synthesizer) = (
            FakeConversationStore(clock: clock), FakeSettingsStore(), TimedSynthesizer(moments)
        )
        let skills = SkillAgent(
            services: SkillServices(
                history: history, settings: settings, reminders: FakeReminderStore(), synthesizer: synthesizer,
                launcher: NoApplications(), status: UnknownStatus(), desktop: FakeDesktop().controls, clock: clock,
                lists: FakeListStore()),
            skills: BuiltInSkills.all)
        let url = "http://127.0.0.1:\(port)"
        let server = LanguageModelServer(name: "local", kind: .openAI, address: url, model: "m")
        let model = ServerLanguageModel(
            name: "local", kind: .openAI,
            endpoint: ServerEndpoint(address: try ServerAddress(url, schemes: [.http]), model: "m", http: http))
        let agent = LanguageModelAgent(
            skills: skills,
            circumstances: { ModelCircumstances(userName: "Ada", language: "en", clock: clock) },
            reader: .window, source: { (server, model) })
        return Assistant(
            ports: AssistantPorts(
                microphone: FakeMicrophone(), recognizer: FakeRecognizer(), synthesizer: synthesizer,
                player: TimedPlayer(moments),
                agent: AgentChain([SureSkills(skills) { true }, agent, FallbackAgent(skills: skills)]),
                history: history, settings: settings, reminders: FakeReminderStore(), log: FakeEventLog(),
                wallClock: clock, clock: ContinuousClock(), reminderText: { $0.label }))
    }

    /// A request without JARVIS around it: the first piece counts as the transcript, the clause's piece as the sound.
    private static func ask(_ http: HTTPClient, _ port: Int, _ length: Int, _ moments: TurnMoments) async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        moments.note(.transcript)
        let response = try await http.send(
            HTTPRequest(
                method: "POST", url: "http://127.0.0.1:\(port)/v1/chat/completions",
                body: .bytes(body, contentType: "application/json"), isDirect: true))
        for try await event in response.events where event.data.contains(". The") { moments.note(.synthesis) }
    }

    struct Row: Hashable {
        var name: String
        /// The moments it is measured between, for figures of a turn.
        var from = TurnMoments.Moment.transcript
        var to = TurnMoments.Moment.transcript
        /// The limit in milliseconds for 95 % of turns; nil for a floor.
        var goal: Double?

        static let turns = [
            Row(name: "transcript to request sent", from: .transcript, to: .request, goal: 5),
            Row(name: "last token of a clause to synthesis", from: .clauseWritten, to: .synthesis, goal: 5),
            Row(name: "last token of the first clause to first sound", from: .clauseWritten, to: .sound, goal: 40),
        ]
        static let floors = [
            Row(name: "floor: a bare request of that length", from: .transcript, to: .request),
            Row(name: "floor: a token to its bare reader", from: .clauseWritten, to: .synthesis),
        ]
        static var all: [Row] { turns + floors }

        func line(_ values: [Double]) -> String {
            guard !values.isEmpty else { return "\(name): nothing measured" }
            let sorted = values.sorted()
            func at(_ share: Double) -> String {
                let value = sorted[Int((Double(sorted.count - 1) * share).rounded())]
                return "\((value * 100).rounded() / 100)"
            }
            let goal = goal.map { ", goal \($0)" } ?? ""
            return "\(name): median \(at(0.5)), 95 % \(at(0.95)), most \(at(1)) ms\(goal)"
        }
    }
}

/// The length of the newest request.
private final class RequestLength: Sendable {
    private let value = Atomic(0)

    var bytes: Int { value.load(ordering: .relaxed) }
    func note(_ bytes: Int) { value.store(bytes, ordering: .relaxed) }
}

private struct UnknownStatus: SystemStatusReader {
    func read() async -> SystemStatus { SystemStatus() }
}

private struct NoApplications: Launcher {
    func applications() -> [InstalledApplication] { [] }
    func applicationsVersion() -> UInt64? { 1 }
    func open(_ application: InstalledApplication) throws {}
    func open(address: String) throws {}
}
