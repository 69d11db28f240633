// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server as a child process: one JSON object per line on its standard input and output, and its log on
// standard error, which `RunningProcess` drains.

import JarvisPlatform
import Synchronization

/// Communicates with a child process, which ends with this object at the latest.
final class StdioChannel: ToolChannel {
    private let process: RunningProcess
    private let inbox: Inbox
    private let reading: Task<Void, Never>
    private let clock: any Clock<Duration>

    init(_ process: RunningProcess, clock: any Clock<Duration>) {
        self.process = process
        self.clock = clock
        let inbox = Inbox()
        self.inbox = inbox
        reading = Task { await Self.read(process, into: inbox) }
    }

    deinit {
        // The reading task holds the process, which is killed once both have released it.
        reading.cancel()
    }

    func ask(_ request: ToolRequest) async throws -> JSONObject {
        let pending = inbox.pending
        let id = pending.open()
        let params = request.era?.dressed(request.params) ?? request.params
        let line = RPCMessage.request(id, request.method, params) + [0x0A]
        let writing = Task { [process] in
            do {
                try await process.write(line)
            } catch {
                pending.settle(id, .failure(ChannelFailure.ended))
            }
        }
        let timer = Task { [clock] in
            guard (try? await clock.sleep(for: request.limit)) != nil else { return }
            pending.settle(id, .failure(ChannelFailure.timedOut))
        }
        defer {
            timer.cancel()
            writing.cancel()
        }
        do {
            return try await pending.answer(to: id)
        } catch let error where error is CancellationError || error as? ChannelFailure == .timedOut {
            if request.isCancellable { await sendCancellation(of: id, era: request.era) }
            throw error
        }
    }

    func notify(_ method: String, era: ProtocolEra?) async throws {
        let params = era?.dressed(JSONObject()) ?? JSONObject()
        do {
            try await process.write(RPCMessage.notification(method, params) + [0x0A])
        } catch {
            throw ChannelFailure.ended
        }
    }

    var hasEnded: Bool { inbox.pending.hasEnded }

    func settle(_ era: ProtocolEra) {}

    func takeToolsChanged() -> Bool { inbox.takeToolsChanged() }

    func close() async -> ChannelRemains {
        // Use a separate task: cancelling the caller must not leave a child process behind.
        let exit = await Task { [process] in try? await process.end(grace: .seconds(2)) }.value
        reading.cancel()
        return ChannelRemains(exit: exit, log: process.lastErrors.map(PlainText.printable), rubbish: inbox.rubbish)
    }

    /// Tells the server that a reply is no longer wanted. Gives up after 200 ms if the server does not read.
    private func sendCancellation(of id: Int64, era: ProtocolEra?) async {
        var params: JSONObject = ["requestId": .integer(id), "reason": .text("no longer wanted")]
        params = era?.dressed(params) ?? params
        let line = RPCMessage.notification("notifications/cancelled", params) + [0x0A]
        // Use a separate task, as the caller's may be cancelled already.
        await Task { [process, clock] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await process.write(line) }
                group.addTask { try? await clock.sleep(for: .milliseconds(200)) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }

    private static func read(_ process: RunningProcess, into inbox: Inbox) async {
        var lines = LineSplitter(longest: longestMessage)
        while let bytes = try? await process.read() {
            for line in lines.lines(in: bytes) {
                guard let line else {
                    inbox.pending.end(.tooLarge(limitBytes: longestMessage))
                    process.kill()
                    return
                }
                for (id, method) in inbox.take(line) {
                    // Only a server that reads its input gets replies to its requests.
                    try? await process.write(RPCMessage.reply(to: id, method: method) + [0x0A])
                }
            }
        }
        inbox.pending.end(.ended)
    }
}

/// Handles a server's output: delivers replies, and records changes and foreign output.
private final class Inbox: Sendable {
    private struct State {
        var hasChangedTools = false
        var rubbish: String?
    }

    let pending = PendingAnswers()
    private let state = Mutex(State())

    var rubbish: String? { state.withLock { $0.rubbish } }

    func takeToolsChanged() -> Bool {
        state.withLock { state in
            defer { state.hasChangedTools = false }
            return state.hasChangedTools
        }
    }

    /// - Returns: The server's own requests.
    func take(_ line: [UInt8]) -> [(id: JSONValue, method: String)] {
        let messages = RPCMessage.messages(in: line)
        if messages.isEmpty {
            let text = PlainText.printable(String(decoding: line.prefix(200), as: UTF8.self))
            if !text.allSatisfy(\.isWhitespace) { state.withLock { $0.rubbish = text } }
        }
        var questions: [(id: JSONValue, method: String)] = []
        for message in messages {
            switch message {
            case .answer(let id, .success(let result)): pending.settle(id, .success(result))
            case .answer(let id, .failure(let error)): pending.settle(id, .failure(error))
            case .malformed(let id): pending.settle(id, .failure(ChannelFailure.malformed))
            case .request(let id, let method, _): questions.append((id, method))
            case .notification("notifications/tools/list_changed", _):
                state.withLock { $0.hasChangedTools = true }
            case .error(let error): pending.settleOnly(error)
            case .notification: break
            }
        }
        return questions
    }
}

/// Splits bytes into lines. Pure.
struct LineSplitter {
    private var rest: [UInt8] = []
    private let longest: Int

    init(longest: Int) {
        self.longest = longest
    }

    /// The lines completed by these bytes, without line ends; a final nil stands for a line that is too long.
    mutating func lines(in bytes: [UInt8]) -> [[UInt8]?] {
        var lines: [[UInt8]?] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            rest += bytes[start..<end]
            lines.append(rest.count > longest ? nil : rest)
            rest = []
            start = end + 1
        }
        rest += bytes[start...]
        if rest.count > longest {
            rest = []
            lines.append(nil)
        }
        return lines
    }
}
