// SPDX-License-Identifier: GPL-3.0-or-later
// Plays one recording at a time. Pauses the conversation while it plays, so JARVIS doesn't carry out a recorded request
// again.

import JarvisAssistant
import JarvisConversation
import JarvisCore

@MainActor
final class RecordingPlayer {
    /// The identity of the recording being played; nil if none is.
    private(set) var playing: String? {
        didSet { if playing != oldValue { onChange?() } }
    }
    var onChange: (@MainActor () -> Void)?

    private let assistant: Assistant
    private let player: any SpeechPlayer
    private var work: Task<Void, Never>?

    init(_ assistant: Assistant, _ player: any SpeechPlayer) {
        self.assistant = assistant
        self.player = player
    }

    /// Plays a recording from its beginning, and stops any other one.
    /// - Parameter device: the sound server's name for the speakers; nil for the desktop's default.
    func play(
        _ id: String, device: String?,
        _ load: @escaping @Sendable () async throws -> (samples: [Int16], sampleRateHertz: Int)
    ) {
        stop()
        playing = id
        assistant.send(.microphoneLent(true))
        work = Task { [weak self, player] in
            // Only the last event matters, which is the end.
            let (events, reports) = AsyncStream.makeStream(of: PlaybackEvent.self, bufferingPolicy: .bufferingNewest(1))
            do {
                let sound = try await load()
                try Task.checkCancellation()
                player.begin(device: device) { reports.yield($0) }
                player.enqueue(
                    SynthesizedAudio(samples: sound.samples, sampleRateHertz: sound.sampleRateHertz, words: []),
                    clause: 0)
                player.finish()
                for await event in events {
                    if Task.isCancelled { return }
                    switch event {
                    case .started, .heard: break
                    case .finished: return self?.end() ?? ()
                    case .failed(let failure): throw failure
                    }
                }
            } catch {
                guard !Task.isCancelled else { return }
                self?.assistant.notice(error)
                self?.stop()
            }
        }
    }

    /// Silences the recording at once; idempotent.
    func stop() {
        guard playing != nil else { return }
        work?.cancel()
        player.stop()
        end()
    }

    private func end() {
        work = nil
        playing = nil
        assistant.send(.microphoneLent(false))
    }
}
