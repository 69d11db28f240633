// SPDX-License-Identifier: GPL-3.0-or-later
// Streamed answers in every format that servers send.

import JarvisCore
import JarvisLanguageModels
import JarvisNetworkTesting
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StreamingTests {
    @Test func anAnswerArrivesPieceByPiece() async throws {
        let rig = try ModelRig { connection in
            while connection.readRequest() != nil { connection.answer("Hel", "lo.") }
        }
        #expect(try await rig.ask() == .init(text: "Hello.", end: .complete))
        // A connection may take a moment to become reusable.
        for _ in 0..<5 { #expect(try await rig.ask().text == "Hello.") }
        #expect(rig.server.connectionCount < 4, "connections are kept")
        let head = String(decoding: rig.server.connections[0].received, as: UTF8.self)
        #expect(head.hasPrefix("POST /v1/chat/completions HTTP/1.1"))
        #expect(!head.contains("Authorization"), "there is no key")
    }

    @Test func firstPieceArrivesWhileTheServerStillWrites() async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            connection.beginStream()
            connection.say("First. ")
            connection.readToEnd()
        }
        var first: String?
        for try await update in rig.model.answer(ChatRequest(messages: [ChatMessage(.user, "Hi")])) {
            guard case .text(let text) = update else { continue }
            first = text
            break
        }
        #expect(first == "First. ")
    }

    @Test(arguments: ["", "/", "/v1", "/v1/"])
    func addressesWorkWithAndWithoutTheVersionPath(path: String) async throws {
        let rig = try ModelRig(path: path) { connection in
            _ = connection.readRequest()
            connection.answer("Hi")
        }
        #expect(try await rig.ask().text == "Hi")
        #expect(String(decoding: rig.server.connections[0].received, as: UTF8.self).hasPrefix("POST /v1/chat/comp"))
    }

    @Test func aKeyIsSentToItsServer() async throws {
        let secrets = Mutex("")
        let rig = try ModelRig(key: "k-1") { connection in
            let head = connection.readRequest()?.head ?? ""
            secrets.withLock { $0 = head }
            connection.answer("Hi")
        }
        #expect(try await rig.ask().text == "Hi")
        #expect(secrets.withLock { $0 }.contains("Authorization: Bearer k-1"))
    }

    @Test(arguments: [
        // CR LF, comments, an empty chunk, a usage chunk without choices.
        ": ping\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\r\n\r\n"
            + "data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}\r\n\r\n"
            + "data: {\"choices\":[],\"usage\":{}}\r\n\r\ndata: [DONE]\r\n\r\n",
        // No end marker, and no empty line after the last event.
        "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: {\"choices\":[]}",
        // Reasoning in every format.
        "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{\"content\":\"<thi\"}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{\"content\":\"nk>hm</think>Hi\"}}]}\n\ndata: [DONE]\n\n",
    ])
    func everyStreamFormatIsParsed(stream: String) async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            connection.beginStream()
            // Cut after every byte, in the middle of characters too.
            for byte in stream.utf8 { connection.piece(String(decoding: [byte], as: UTF8.self)) }
            connection.endStream()
        }
        #expect(try await rig.ask() == .init(text: "Hi", end: .complete))
    }

    @Test func splitCharactersAreJoined() async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            connection.beginStream()
            let event = Array("data: {\"choices\":[{\"delta\":{\"content\":\"Grüße 🙂\"}}]}\n\n".utf8)
            for byte in event { connection.write(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
            connection.endStream()
        }
        #expect(try await rig.ask().text == "Grüße 🙂")
    }

    @Test func theEndIsReportedWhileTheConnectionStaysOpen() async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            connection.beginStream()
            connection.piece("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n")
            connection.readToEnd()
        }
        #expect(try await rig.ask() == .init(text: "Hi", end: .complete))
    }

    @Test func nonStreamingServerWorks() async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            let body = "{\"choices\":[{\"message\":{\"content\":\"<think>hm</think>Hi\"},\"finish_reason\":\"stop\"}]}"
            connection.respond(Array(body.utf8))
        }
        #expect(try await rig.ask() == .init(text: "Hi", end: .complete))
    }

    @Test func toolCallsAreReportedOnceComplete() async throws {
        let rig = try ModelRig { connection in
            _ = connection.readRequest()
            connection.beginStream()
            for fragment in [
                "{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"timer\",\"arguments\":\"\"}}",
                "{\"index\":0,\"function\":{\"arguments\":\"{\\\"length\\\":\"}}",
                "{\"index\":0,\"function\":{\"arguments\":\"\\\"5\\\"}\"}}",
            ] {
                connection.piece("data: {\"choices\":[{\"delta\":{\"tool_calls\":[\(fragment)]}}]}\n\n")
            }
            connection.piece("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n")
            connection.endStream()
        }
        let call = ChatToolCall(id: "c1", name: "timer", arguments: "{\"length\":\"5\"}")
        #expect(try await rig.ask() == .init(calls: [call], end: .toolCalls))
    }

    @Test func ollamaAnswersAreStreamedAsLines() async throws {
        let rig = try ModelRig(.ollama, path: "") { connection in
            while let request = connection.readRequest() {
                #expect(request.head.hasPrefix("POST /api/chat "))
                connection.beginStream("application/x-ndjson")
                connection.piece("{\"message\":{\"content\":\"\",\"thinking\":\"hm\"},\"done\":false}\n{\"message\":")
                connection.piece("{\"content\":\"Hi\"},\"done\":false}\r\n\n")
                // The last line has no newline.
                connection.piece("{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\"}")
                connection.endStream()
            }
        }
        #expect(try await rig.ask() == .init(text: "Hi", end: .length))
    }

    @Test func warmUpLoadsOllamaModelsOnly() async throws {
        let asked = Mutex<[String]>([])
        for kind in LanguageModelKind.allCases {
            let rig = try ModelRig(kind, path: "") { connection in
                while let request = connection.readRequest() {
                    asked.withLock { $0.append(request.head.split(separator: "\r\n").first.map { String($0) } ?? "") }
                    connection.respond(Array("{}".utf8))
                }
            }
            await rig.model.warmUp()
        }
        #expect(
            asked.withLock { $0 } == ["GET /props HTTP/1.1", "POST /api/show HTTP/1.1", "POST /api/generate HTTP/1.1"])
    }

    @Test func cancellingClosesTheConnection() async throws {
        for kind in LanguageModelKind.allCases {
            let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
            let rig = try ModelRig(kind, path: "") { connection in
                _ = connection.readRequest()
                connection.beginStream()
                if kind == .openAI {
                    connection.say("One. ")
                } else {
                    connection.piece("{\"message\":{\"content\":\"One. \"}}\n")
                }
                continuation.yield(connection.waitsForHangup(milliseconds: 30_000))
            }
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let task = Task { [model = rig.model] in
                for try await update in model.answer(ChatRequest(messages: [ChatMessage(.user, "Hi")])) {
                    if case .text = update { hasBegun.yield() }
                }
            }
            for await _ in begun { break }
            task.cancel()
            for await hasGone in ends {
                #expect(hasGone, "\(kind)")
                break
            }
        }
    }
}
