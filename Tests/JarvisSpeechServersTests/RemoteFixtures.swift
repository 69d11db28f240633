// SPDX-License-Identifier: GPL-3.0-or-later
// Shared fixtures for the speech server tests.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechServers

/// Collects the updates of one recognition.
final class UpdateLog: Sendable {
    private let updates: AsyncStream<RecognitionUpdate>
    private let feed: AsyncStream<RecognitionUpdate>.Continuation
    private let all = Mutex<[RecognitionUpdate]>([])

    init() {
        (updates, feed) = AsyncStream.makeStream(of: RecognitionUpdate.self)
    }

    var handler: @Sendable (RecognitionUpdate) -> Void {
        { [self] update in
            all.withLock { $0.append(update) }
            feed.yield(update)
        }
    }

    var count: Int { all.withLock { $0.count } }

    var partials: [String] {
        all.withLock { $0 }.compactMap { if case .partial(let partial) = $0 { partial.text } else { nil } }
    }

    /// The update that ends the recognition.
    func end() async -> RecognitionUpdate? {
        await updates.first { if case .partial = $0 { false } else { true } }
    }

    /// The final text; nil if there is none.
    func text() async -> String? {
        if case .final(let transcript) = await end() { transcript?.text } else { nil }
    }

    /// The failure that ended the recognition.
    func failure() async -> ServerFailure.Kind? {
        if case .failed(.serverFailed(let failure)) = await end() { failure.kind } else { nil }
    }
}

enum Remote {
    /// A second of speech.
    static let utterance = [Int16](repeating: 500, count: 16_000)
    /// Speech after a pause, clearly louder than the pause.
    static let rest = [Int16](repeating: 4_000, count: 16_000)

    static func endpoint(
        _ port: Int, network: NetworkOnDemand, model: String = "", voice: String = "", keys: KeyRing? = nil
    ) throws -> ServerEndpoint {
        let address = try ServerAddress("http://127.0.0.1:\(port)", schemes: [.http])
        return ServerEndpoint(address: address, model: model, voice: voice, keys: keys, http: network.http)
    }

    static func wyoming(_ port: Int, network: NetworkOnDemand) throws -> WyomingServer {
        WyomingServer(address: try ServerAddress("tcp://127.0.0.1:\(port)", schemes: [.tcp]), loop: network.loop)
    }

    /// Half a second at 24 kHz, appended to a few samples to make a sound long enough for some words.
    static let silence = [UInt8](repeating: 0, count: 24_000)

    /// Limits that time out after `answer` without useful data, or after `total`.
    static func impatient(_ answer: Duration = .seconds(60), total: Duration = .seconds(60)) -> TransferLimits {
        TransferLimits(answer: answer, pause: .seconds(60), total: total)
    }

    /// The pieces of a synthesized clause, in order.
    static func pieces(
        _ synthesizer: any SpeechSynthesizer, _ clause: String, _ prosody: Prosody = Prosody(voice: "en-us")
    ) async throws -> [SynthesizedAudio] {
        var pieces: [SynthesizedAudio] = []
        for try await piece in synthesizer.synthesize(clause, prosody: prosody) { pieces.append(piece) }
        return pieces
    }

    /// The failure of a synthesis; nil on success.
    static func failure(_ synthesizer: any SpeechSynthesizer) async throws -> ServerFailure.Kind? {
        do {
            _ = try await pieces(synthesizer, "hello there")
            return nil
        } catch SynthesisFailure.serverFailed(let failure) {
            return failure.kind
        }
    }
}
