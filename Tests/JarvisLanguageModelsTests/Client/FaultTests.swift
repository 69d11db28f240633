// SPDX-License-Identifier: GPL-3.0-or-later
// Failing servers, and the failure reported for each.

import JarvisCore
import JarvisLanguageModels
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    private static func brief(_ limits: inout ChatLimits) {
        limits.firstToken = .milliseconds(600)
        limits.pause = .milliseconds(200)
        limits.report = .milliseconds(50)
        limits.firstRetry = .milliseconds(20)
        limits.longestRetry = .milliseconds(100)
    }

    /// Limits for servers that eventually answer, even on a busy machine.
    private static func patient(_ limits: inout ChatLimits) {
        brief(&limits)
        (limits.firstToken, limits.pause) = (.seconds(30), .seconds(30))
    }

    /// The failure from a server that treats every connection alike. The limits leave time for several retries on a
    /// busy machine unless a test shortens them.
    private func failure(
        _ kind: LanguageModelKind = .openAI, key: String? = nil, text: String = "",
        firstToken: Duration = .seconds(30), firstRetry: Duration = .milliseconds(20),
        _ serve: @escaping @Sendable (FakeConnection) -> Void
    ) async throws -> LanguageModelFailure.Kind? {
        let limits = { (limits: inout ChatLimits) in
            Self.brief(&limits)
            (limits.firstToken, limits.firstRetry) = (firstToken, firstRetry)
        }
        let rig = try ModelRig(kind, path: "", key: key, limits: limits) { connection in
            guard connection.readRequest() != nil else { return }
            serve(connection)
        }
        let answer = try await rig.ask()
        #expect(answer.text == text)
        return answer.failure
    }

    @Test func aSilentServerIsReportedAndTimesOut() async throws {
        let rig = try ModelRig(limits: Self.brief) { connection in
            _ = connection.readRequest()
            connection.readToEnd()
        }
        let answer = try await rig.ask()
        #expect(answer.failure == .silent(seconds: 1) && answer.hasWaited)
    }

    @Test func pingsAreNotAnAnswer() async throws {
        let found = try await failure(firstToken: .milliseconds(600)) { connection in
            connection.beginStream()
            while connection.piece(": ping\n\n"), !connection.waitsForEnd(milliseconds: 30) {}
        }
        #expect(found == .silent(seconds: 1))
    }

    @Test func aStalledAnswerTimesOut() async throws {
        let found = try await failure(text: "One. ") { connection in
            connection.beginStream()
            connection.say("One. ")
            connection.readToEnd()
        }
        #expect(found == .stalled(seconds: 1))
    }

    @Test func endlessReasoningTimesOut() async throws {
        let limits = { (limits: inout ChatLimits) in
            Self.patient(&limits)
            limits.whole = .milliseconds(300)
        }
        let rig = try ModelRig(.openAI, path: "", key: nil, limits: limits) { connection in
            guard connection.readRequest() != nil else { return }
            connection.beginStream()
            let thought = "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm \"}}]}\n\n"
            while connection.piece(thought), !connection.waitsForEnd(milliseconds: 30) {}
        }
        #expect(try await rig.ask().failure == .endless(seconds: 1))
    }

    @Test func anEndlessAnswerIsCutOff() async throws {
        let limits = { (limits: inout ChatLimits) in
            Self.patient(&limits)
            limits.longest = 1000
        }
        let rig = try ModelRig(.openAI, path: "", key: nil, limits: limits) { connection in
            guard connection.readRequest() != nil else { return }
            connection.beginStream()
            let piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"on and on \"}}]}\n\n"
            while connection.piece(piece) {}
        }
        let answer = try await rig.ask()
        #expect(answer.failure == .withoutEnd && answer.text.utf8.count <= 1000)
    }

    @Test func truncatedStreamIsNotRetried() async throws {
        for kind in LanguageModelKind.allCases {
            let questions = RequestCount()
            let rig = try ModelRig(kind, path: "", limits: Self.patient) { connection in
                // A slow server is also asked whether its model is loaded.
                guard let request = connection.readRequest(), request.head.hasPrefix("POST ") else { return }
                _ = questions.next()
                connection.beginStream()
                if kind == .openAI {
                    connection.say("One. ")
                } else {
                    connection.piece("{\"message\":{\"content\":\"One. \"}}\n")
                }
                // The next piece has begun.
                connection.write("ff\r\ndata:")
            }
            let answer = try await rig.ask()
            #expect(answer.text == "One. ", "\(kind)")
            #expect(answer.failure == .cutOff, "\(kind)")
            #expect(questions.next() == 2, "the beginning was heard")
        }
    }

    @Test func ollamaMustReportDone() async throws {
        let found = try await failure(.ollama, text: "One.") { connection in
            connection.beginStream()
            connection.piece("{\"message\":{\"content\":\"One.\"}}\n")
            connection.endStream()
        }
        #expect(found == .cutOff)
    }

    /// Without a length or chunks, the body ends with the connection.
    @Test(arguments: [
        ("", true), ("data: [DONE]\n\n", false),
        ("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n", false),
    ])
    func anAnswerThatEndsWithTheConnectionMustReportItsEnd(end: String, isCutOff: Bool) async throws {
        let rig = try ModelRig(.openAI, path: "", limits: Self.patient) { connection in
            guard let request = connection.readRequest(), request.head.hasPrefix("POST ") else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                    + "data: {\"choices\":[{\"delta\":{\"content\":\"One. \"}}]}\n\n" + end)
        }
        let answer = try await rig.ask()
        #expect(answer.text == "One. ")
        #expect(answer.failure == (isCutOff ? .cutOff : nil))
    }

    @Test func brokenConnectionIsRetriedOnce() async throws {
        let count = RequestCount()
        let rig = try ModelRig(limits: Self.patient) { connection in
            _ = connection.readRequest()
            let number = count.next()
            if number > 1 { connection.answer("Hi") }
        }
        #expect(try await rig.ask().text == "Hi")
        #expect(count.next() == 3)
    }

    @Test func aLoadingModelIsRetriedUntilItAnswers() async throws {
        let count = RequestCount()
        let rig = try ModelRig(limits: Self.patient) { connection in
            while connection.readRequest() != nil {
                let number = count.next()
                if number > 3 {
                    connection.answer("Hi")
                } else {
                    connection.reject("503 Service Unavailable", "Loading model")
                }
            }
        }
        let answer = try await rig.ask()
        #expect(answer.text == "Hi" && answer.isLoading)
    }

    @Test func loadingAndOverloadedServersAreReported() async throws {
        // The next retry would come after the time limit.
        let never = try await failure(firstRetry: .seconds(60)) {
            $0.reject("503 Service Unavailable", "Loading model")
        }
        #expect(never == .stillLoading)
        let busy = try await failure { $0.reject("503 Service Unavailable", "overloaded") }
        #expect(busy == .overloaded)
    }

    @Test func refusedAndMissingKeysAreReported() async throws {
        for status in ["401 Unauthorized", "403 Forbidden"] {
            let missing = try await failure { $0.reject(status, "no") }
            let refused = try await failure(key: "k") { $0.reject(status, "no") }
            guard case .keyMissing = missing, case .keyRejected = refused else {
                Issue.record("\(String(describing: missing)) \(String(describing: refused))")
                continue
            }
        }
    }

    @Test func aMissingModelIsReportedWithTheAvailableOnes() async throws {
        let rig = try ModelRig(limits: Self.patient) { connection in
            while let request = connection.readRequest() {
                if request.head.hasPrefix("GET /v1/models ") {
                    connection.respond(Array("{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}".utf8))
                } else {
                    connection.reject("404 Not Found", "model m not found")
                }
            }
        }
        #expect(try await rig.ask().failure == .modelMissing("m", known: ["a", "b"]))
        #expect(try await rig.model.models() == ["a", "b"])
    }

    @Test func aShortRetryAfterIsHonouredAndALongOneReported() async throws {
        let count = RequestCount()
        let rig = try ModelRig(limits: Self.patient) { connection in
            while connection.readRequest() != nil {
                let number = count.next()
                if number > 1 {
                    connection.answer("Hi")
                } else {
                    connection.reject("429 Too Many Requests", "slow", headers: "Retry-After: 0\r\n")
                }
            }
        }
        #expect(try await rig.ask().text == "Hi")
        let long = try await failure { connection in
            connection.reject("429 Too Many Requests", "slow", headers: "Retry-After: 90\r\n")
        }
        #expect(long == .limited(seconds: 90))
        #expect(try await failure { $0.reject("429 Too Many Requests", "slow") } == .limited(seconds: nil))
    }

    /// The server's context may be far smaller than assumed.
    @Test func overlongConversationIsHalvedUntilItFits() async throws {
        let lengths = Mutex<[Int]>([])
        let rig = try ModelRig(limits: Self.patient, options: ChatOptions(contextTokens: 100_000)) { connection in
            while let request = connection.readRequest() {
                lengths.withLock { $0.append(request.body.count) }
                if request.body.count < 1_000 {
                    connection.answer("Hi")
                } else {
                    connection.reject("400 Bad Request", "the request exceeds the available context size")
                }
            }
        }
        let turns = (1...60).flatMap { number in
            [ChatMessage(.user, "question \(number) of a few words"), ChatMessage(.assistant, "answer \(number)")]
        }
        let request = ChatRequest(
            messages: [ChatMessage(.system, "Be brief.")] + turns + [ChatMessage(.user, "and now?")])
        #expect(try await rig.ask(request).text == "Hi")
        let sent = lengths.withLock { $0 }
        #expect((4...8).contains(sent.count), "\(sent)")
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $1 < $0 * 3 / 4 }, "\(sent)")
        #expect(try await failure { $0.reject("400 Bad Request", "maximum context length") } == .tooLong)
    }

    @Test func serverWithoutToolSupportIsAskedWithoutTools() async throws {
        let bodies = Mutex<[String]>([])
        let rig = try ModelRig(limits: Self.patient) { connection in
            while let request = connection.readRequest() {
                let body = String(decoding: request.body, as: UTF8.self)
                bodies.withLock { $0.append(body) }
                if body.contains("\"tools\"") {
                    connection.reject("500 Internal Server Error", "tools param requires --jinja flag")
                } else {
                    connection.answer("Hi")
                }
            }
        }
        let tool = ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])
        #expect(try await rig.ask(tools: [tool]).text == "Hi")
        #expect(try await rig.ask(tools: [tool]).text == "Hi")
        #expect(bodies.withLock { $0 }.count == 3, "the second time it is known")
    }

    @Test func errorsInTheStreamAreFailures() async throws {
        let found = try await failure(text: "One. ") { connection in
            connection.beginStream()
            connection.say("One. ")
            connection.piece("data: {\"error\":{\"message\":\"out of memory\",\"code\":500}}\n\n")
            connection.endStream()
        }
        guard case .server(let failure) = found, case .rejected(500, "out of memory") = failure.kind else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test(arguments: ["data: {\"choices\":\n\n", "data: nonsense\n\n", "data: [1]\n\n"])
    func aMalformedEventIsAFailure(event: String) async throws {
        let found = try await failure { connection in
            connection.beginStream()
            connection.piece(event)
            connection.endStream()
        }
        guard case .server(let failure) = found, case .malformed = failure.kind else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test func oversizedLinesAndBodiesAreRejected() async throws {
        for kind in LanguageModelKind.allCases {
            let rig = try ModelRig(kind, path: "") { connection in
                _ = connection.readRequest()
                connection.beginStream()
                let more = String(repeating: "x", count: 65_536)
                connection.piece("data: {")
                while connection.piece(more) {}
            }
            guard case .server(let failure) = try await rig.ask().failure else {
                Issue.record("\(kind)")
                continue
            }
            #expect([.tooLarge(limitBytes: 16 << 20), .tooLarge(limitBytes: 1 << 20)].contains(failure.kind))
        }
    }

    @Test func emptyAnswersAndWebPagesAreReported() async throws {
        let empty = try await failure { connection in
            connection.beginStream()
            connection.piece(
                "data: {\"choices\":[{\"delta\":{\"content\":\"<think>hm\"},\"finish_reason\":\"length\"}]}\n\n")
            connection.endStream()
        }
        #expect(empty == .empty)
        let page = try await failure { $0.respond("200 OK", type: "text/html", Array("<html>".utf8)) }
        guard case .server(let failure) = page, case .malformed(.webPage) = failure.kind else {
            Issue.record("\(String(describing: page))")
            return
        }
    }

    @Test func aRefusedConnectionIsReported() async throws {
        let rig = try ModelRig(limits: Self.brief) { _ in }
        rig.server.stop()
        guard case .server(let failure) = try await rig.ask().failure, case .refused = failure.kind else {
            Issue.record("it answered")
            return
        }
    }
}
