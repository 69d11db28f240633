// SPDX-License-Identifier: GPL-3.0-or-later
// Determines a server's era: tries the modern request first, then the classic handshake if the server doesn't know it.

import JarvisCore
import JarvisPlatform

/// The opening exchange with a server.
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
    /// Skip the modern request.
    var beginsClassic = false
    /// The wait before a server that does not reply also gets the classic request.
    var mute: Duration
    var clock: any Clock<Duration>

    /// Exchanges the opening requests and returns the server's self-description.
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
                // A slow modern server may refuse the handshake before it answers the first request.
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

    /// - Parameter isWaiting: True while the handshake may still be answered, so a timeout is not an error yet.
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
        } catch ChannelFailure.server(let failure) where Self.knowsNoMethod(failure) {
            return .classic
        } catch ChannelFailure.timedOut where isWaiting {
            return .classic
        }
    }

    /// True for a status by which servers of the classic era refuse requests that they don't expect.
    private static func knowsNoMethod(_ failure: ServerFailure) -> Bool {
        guard case .rejected(let status, _) = failure.kind else { return false }
        return [422, 500, 501].contains(status)
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
