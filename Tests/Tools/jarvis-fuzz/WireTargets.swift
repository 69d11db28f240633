// SPDX-License-Identifier: GPL-3.0-or-later
// Server responses as they arrive over the network or from a child process.

@testable import JarvisAgent
import JarvisCore
@testable import JarvisLanguageModels
@testable import JarvisNetwork
import JarvisPlatform
import JarvisSignal
@testable import JarvisSpeechServers
import JarvisSpokenText
@testable import JarvisToolServers

extension FuzzTarget {
    static let wire = [
        FuzzTarget("sse", events), FuzzTarget("ndjson", separator: "\n", lines),
        FuzzTarget("mcp", separator: "\n", toolServers), FuzzTarget("chat", chat),
        FuzzTarget("calls", calls), FuzzTarget("wyoming", wyoming), FuzzTarget("sound", sound),
        FuzzTarget("addresses", addresses),
    ]

    private static func events(_ bytes: [UInt8]) {
        let events = holdInPieces(bytes, "a stream of events") { pieces in
            var reader = ServerSentEventReader()
            return pieces.flatMap { reader.read($0) } + [reader.finish()].compactMap(\.self)
        }
        let sum = events.reduce(0) { $0 + $1.data.utf8.count }
        hold(sum <= 3 * bytes.count, "there is no more data than bytes, each of which may be none of UTF-8")
        let longest = 40
        var cutting = ServerSentEventReader(maximumLineBytes: longest)
        for event in cutting.read(bytes) + [cutting.finish()].compactMap(\.self) {
            hold(event.data.utf8.count <= longest, "data is cut")
            hold(!event.id.contains("\0"), "a number of an event can be sent back")
        }
    }

    private struct Lines: Equatable {
        var values: [JSONValue] = []
        var failure: ServerFailure?
    }

    private static func lines(_ bytes: [UInt8]) {
        _ = holdInPieces(bytes, "lines of JSON") { pieces in
            var reader = JSONLineReader(server: "server", maximumLineBytes: 3000)
            var lines = Lines()
            do throws(ServerFailure) {
                for piece in pieces { lines.values += try reader.read(piece) }
                if let last = try reader.finish() { lines.values.append(last) }
            } catch {
                // Results from earlier in the same piece are lost with the failure.
                lines.values = []
                lines.failure = error
            }
            return lines
        }
    }

    private static func toolServers(_ bytes: [UInt8]) {
        let lines = holdInPieces(bytes, "lines of a server") { pieces in
            var splitter = LineSplitter(longest: 64 << 10)
            return pieces.flatMap { splitter.lines(in: $0) }
        }
        for line in lines + [bytes.split(separator: 0x0A).last.map(Array.init)] {
            for message in RPCMessage.messages(in: line ?? []) { check(message) }
        }
    }

    private static func check(_ message: RPCMessage) {
        switch message {
        case .request(let id, let method, _):
            let reply = RPCMessage.reply(to: id, method: method)
            hold(!reply.contains(0x0A), "a reply is one line")
            let object = (try? JSONValue(parsing: reply))?.asObject
            hold(object?["id"] == id, "a reply has the identifier of its request")
        case .answer(_, .success(let result)):
            _ = (Discovery(.success(result), asked: "2026-07-28"), Discovery.handshake(result))
            let outcome = ToolOutcome(result, limitBytes: 64)
            hold(outcome.text.utf8.count <= 64 && outcome.wholeBytes >= outcome.text.utf8.count, "a result is cut")
            for tool in ToolDescription.page(result).tools {
                let again = ToolDescription(tool.value)
                hold(again?.fingerprint == tool.fingerprint, "a tool that is kept is described the same")
                for header in tool.mirroredHeaders(of: result["arguments"]?.asObject ?? tool.schema) {
                    hold(HeaderText.isName(header.name), "the name of a header is one")
                    hold(header.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a header is one line")
                }
            }
        case .answer(_, .failure(let error)): _ = Discovery(.failure(error), asked: "2026-07-28")
        case .notification, .malformed, .error: break
        }
    }

    private static func chat(_ bytes: [UInt8]) {
        var events = ServerSentEventReader()
        var answer = ReplyAssembly(tools: [tool])
        var text = ""
        for event in events.read(bytes) + [events.finish()].compactMap(\.self) {
            guard let chunk = try? OpenAIWire.chunk(of: event.data, server: "server") else { continue }
            text += answer.take(chunk)
        }
        check(&answer, text, bytes)

        var lines = JSONLineReader(server: "server")
        answer = ReplyAssembly(tools: [tool])
        text = ""
        let values = ((try? lines.read(bytes)) ?? []) + [try? lines.finish()].compactMap(\.self)
        for value in values {
            if let chunk = try? OllamaWire.chunk(of: value, server: "server") { text += answer.take(chunk) }
            guard let object = value.asObject else { continue }
            _ = (OllamaWire.facts(in: object), OpenAIWire.facts(in: object))
            let names = OllamaWire.models(in: object) + OpenAIWire.models(in: object)
            hold(names.allSatisfy { $0.count <= 200 }, "names are short")
        }
        check(&answer, text, bytes)
        hold(ServerEndpoint.message(in: bytes).count <= 200, "an error is short")
    }

    private static let tool = ChatTool(name: "set_timer", summary: "Sets a timer", parameters: JSONObject())

    private static func check(_ answer: inout ReplyAssembly, _ text: String, _ bytes: [UInt8]) {
        let (rest, calls, end) = answer.finish()
        hold((text + rest).utf8.count <= 3 * bytes.count, "an answer is no longer than what came")
        hold(calls.count <= 32 && calls.allSatisfy { $0.name.count <= 200 }, "calls are few, and their names short")
        hold(calls.isEmpty || end == .toolCalls, "an answer with calls ends so")
        for call in calls { hold(call.values?.members.isEmpty != nil || call.values == nil, "arguments are read") }
    }

    private struct Answer: Equatable {
        var text = ""
        var calls: [ChatToolCall] = []
    }

    /// A model's output, which may contain reasoning and calls; the first byte says whether it begins inside reasoning.
    private static func calls(_ bytes: [UInt8]) {
        let beginsInside = bytes.first == UInt8(ascii: "+")
        let written = Array(Array(bytes.dropFirst(beginsInside ? 1 : 0)).text)
        func read(_ pieces: [String]) -> Answer {
            var assembly = ReplyAssembly(tools: [tool], beginsInside: beginsInside)
            var answer = Answer()
            for piece in pieces { answer.text += assembly.take(ChatChunk(text: piece)) }
            let rest = assembly.finish()
            answer.text += rest.text
            answer.calls = rest.calls
            return answer
        }
        let whole = read([String(written)])
        hold(whole.text.utf8.count <= 3 * bytes.count, "a text is no longer than what came")
        if written.count <= 2000 {
            hold(read(written.map { String($0) }) == whole, "a text in letters is the same")
        }
        var splitter = ClauseSplitter()
        let clauses = splitter.add(whole.text) + [splitter.finish()].compactMap(\.self)
        let joined = clauses.joined()
        hold(whole.text.hasPrefix(joined), "clauses are the text")
        hold(whole.text.dropFirst(joined.count).allSatisfy(\.isWhitespace), "clauses are all of the text")
    }

    private static func wyoming(_ bytes: [UInt8]) {
        struct Events: Equatable {
            var events: [WyomingEvent] = []
            var fault: WyomingFault?
        }
        let read = holdInPieces(bytes, "events of Wyoming") { pieces in
            var reader = WyomingReader()
            var found = Events()
            do throws(WyomingFault) {
                for piece in pieces { found.events += try reader.read(piece) }
            } catch {
                // Results from earlier in the same piece are lost with the failure.
                found.events = []
                found.fault = error
            }
            return found
        }
        for event in read.events {
            var reader = WyomingReader()
            let again = try? reader.read(event.bytes)
            hold(again?.count == 1, "an event that is written is one event")
            hold(again?.first?.type == event.type && again?.first?.payload == event.payload, "and the same")
            _ = WyomingInfo(event.data)
        }
        if let answer = try? TranscriptionAnswer(json: bytes, server: "server") { check(answer) }
        check(TranscriptionAnswer(text: bytes.text))
        var deltas = TranscriptionDeltas()
        var events = ServerSentEventReader()
        for event in events.read(bytes) { _ = deltas.take(event) }
        check(TranscriptionAnswer(text: deltas.text))
    }

    private static func check(_ answer: TranscriptionAnswer) {
        hold(answer.text.utf8.count <= TranscriptionAnswer.longestText, "a transcript is short")
        hold(answer.confidence.map { (0...1).contains($0) } ?? true, "a confidence is a share")
    }

    private static func sound(_ bytes: [UInt8]) {
        if let file = try? WAVFile.decode(bytes) {
            hold(file.samples.count <= bytes.count, "there are no more samples than bytes")
            hold(file.samples.allSatisfy(\.isFinite), "samples are numbers")
            hold(WAVFile.sampleRates.contains(file.sampleRateHertz), "a rate is one of sound")
            let samples = file.int16Samples
            let again = try? WAVFile.decode(WAVFile.encode(samples, sampleRateHertz: file.sampleRateHertz))
            hold(again?.int16Samples == samples, "sound that is written reads the same")
            if samples.count <= 4096 {
                let speech = (try? WAVFile.decodeSpeech(bytes)) ?? []
                hold(speech.count <= 16 * samples.count + 16, "speech is as long as the sound")
            }
        }
        if let layout = try? WAVLayout(head: bytes) {
            hold((0...bytes.count).contains(layout.soundOffset), "sound begins within the file")
            hold(layout.announcedBytes ?? 0 >= 0 && layout.bytesPerFrame > 0, "lengths are lengths")
            let channels = layout.channels(of: bytes[layout.soundOffset...])
            let lengths = Set(channels.map(\.count))
            hold(lengths.count <= 1 && lengths.allSatisfy { $0 <= bytes.count }, "channels have one length")
        }
        var head = WAVStreamHead()
        guard case .header(let format, let rest) = head.read(bytes), format.isUsable else { return }
        var assembly = SoundAssembly(SpeakableText("A few words, and more."), format: format, volume: 1.4)
        let pieces = [assembly.add(rest), assembly.finish()].compactMap(\.self)
        hold(pieces.reduce(0) { $0 + $1.samples.count } <= rest.count, "a stream has no more samples than bytes")
        _ = (assembly.shortfall(of: "server"), assembly.excess(of: "server"), assembly.measuredPace)
    }

    private static func addresses(_ bytes: [UInt8]) {
        let (head, rest) = bytes.headAndRest
        _ = ContentRange(head.text)
        if let address = try? ServerAddress(head.text, schemes: [.http, .https, .tcp], defaultPort: 10_300) {
            let written = address.origin + address.path
            let again = try? ServerAddress(written, schemes: [.http, .https, .tcp], defaultPort: 10_300)
            hold(again == address, "an address that is written reads the same")
            _ = (address.url("/v1/models"), address.isNearby, address.isPrivate)
        }
        var request = HTTPRequest(
            method: "GET", url: "https://example.org/a", headers: [("Authorization", "Bearer k")], body: .none)
        request.redirectLimit = 3
        guard let next = try? HTTPRedirect.next(after: 302, location: rest.text, for: request) else { return }
        let isSame = next.url.lowercased().hasPrefix("https://example.org")
        hold(isSame || !next.headers.contains { $0.name == "Authorization" }, "a key stays with its server")
        hold(next.url.lowercased().hasPrefix("https://"), "the scheme stays")
    }
}
