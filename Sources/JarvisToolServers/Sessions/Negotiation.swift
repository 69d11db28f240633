// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out which era a server speaks: the modern question first; where it is not understood, the classic handshake.

import JarvisPlatform

/// The first words with a server.
struct Negotiation: Sendable {
    enum Failure: Error, Hashable {
        case unsupported([String])
    }

    private enum Event: Sendable {
        case discovery(Result<JSONObject, any Error>, asked: String)
        case handshake(Result<JSONObject, any Error>)
        case mute
    }

    var open: OpenChannel
    /// The modern question is left out.
    var beginsClassic = false
    /// When a server that says nothing is asked the classic question as well.
    var mute: Duration
    var clock: any Clock<Duration>

    /// - Throws: `Failure`, `RPCError`, `ChannelFailure` or `CancellationError`.
    func greeting() async throws -> ServerGreeting {
        let greeting = try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            guard !beginsClassic else {
                group.addTask { await shakeHands() }
                return try await conclude(&group)
            }
            group.addTask { await discover(ProtocolEra.modernVersions[0]) }
            if open.mayBeMute {
                group.addTask {
                    try? await clock.sleep(for: mute)
                    return .mute
                }
            }
            return try await conclude(&group)
        }
        open.channel.settle(greeting.era)
        if !greeting.era.isModern { try await open.channel.notify("notifications/initialized", era: nil) }
        return greeting
    }

    private func conclude(_ group: inout ThrowingTaskGroup<Event, any Error>) async throws -> ServerGreeting {
        var (hasShakenHands, isDiscovered) = (beginsClassic, beginsClassic)
        var refusal: (any Error)?
        for try await event in group {
            var goesClassic = false
            switch event {
            case .mute: goesClassic = !isDiscovered
            case .discovery(let answer, let asked):
                isDiscovered = true
                switch try Self.meaning(of: answer, asked: asked, isWaiting: hasShakenHands && refusal == nil) {
                case .found(let greeting): return greeting
                case .again(let version):
                    isDiscovered = false
                    group.addTask { await discover(version) }
                case .unsupported(let versions): throw Failure.unsupported(versions)
                case .classic: goesClassic = true
                }
            case .handshake(.success(let result)):
                guard let greeting = Discovery.handshake(result) else {
                    throw Failure.unsupported(result["protocolVersion"]?.asText.map { [$0] } ?? [])
                }
                return greeting
            case .handshake(.failure(let error)):
                // A slow modern server refuses the handshake, and has still to answer what it was asked before.
                guard error is RPCError, !isDiscovered else { throw error }
                refusal = error
            }
            if goesClassic, !hasShakenHands {
                hasShakenHands = true
                group.addTask { await shakeHands() }
            } else if let refusal, isDiscovered {
                throw refusal
            }
        }
        throw refusal ?? ChannelFailure.timedOut
    }

    /// - Parameter isWaiting: The handshake may still be answered.
    private static func meaning(
        of answer: Result<JSONObject, any Error>, asked: String, isWaiting: Bool
    ) throws -> Discovery {
        do {
            return Discovery(.success(try answer.get()), asked: asked)
        } catch let error as RPCError {
            return Discovery(.failure(error), asked: asked)
        } catch ChannelFailure.foreign {
            return .classic
        } catch ChannelFailure.malformed {
            return .classic
        } catch ChannelFailure.timedOut where isWaiting {
            return .classic
        }
    }

    private func discover(_ version: String) async -> Event {
        let request = ToolRequest(
            method: "server/discover", era: .modern(version: version), limit: open.startLimit)
        do {
            return .discovery(.success(try await open.channel.ask(request)), asked: version)
        } catch {
            return .discovery(.failure(error), asked: version)
        }
    }

    private func shakeHands() async -> Event {
        let request = ToolRequest(
            method: ProtocolEra.handshakeMethod, params: ProtocolEra.handshake, limit: open.startLimit)
        do {
            return .handshake(.success(try await open.channel.ask(request)))
        } catch {
            return .handshake(.failure(error))
        }
    }
}
