// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance from the microphone to text, without a conversation around it.

import JarvisConversation
public import JarvisCore

/// Listens once.
public enum SingleUtterance {
    /// Waits for speech, takes the utterance until it ends, and recognizes it.
    /// - Parameters:
    ///   - timeout: how long to wait for speech to begin.
    ///   - ending: ends the utterance with what was said until then, once this ends.
    ///   - clock: measures that time; monotonic.
    /// - Returns: the transcript, or nil when there was no intelligible speech.
    /// - Throws: `AudioFailure` or `RecognitionFailure`.
    public static func hear(
        microphone: any Microphone, recognizer: any SpeechRecognizer, device: String?, timeout: Duration,
        ending: AsyncStream<Void>? = nil, log: any EventLog, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Transcript? {
        let (events, continuation) = AsyncStream.makeStream(of: AssistantEvent.self)
        let pipeline = ListeningPipeline(
            microphone: microphone, recognizer: recognizer, timing: TurnTimer(log: log), log: log, clock: clock,
            report: { continuation.yield($0) })
        let turn = TurnID(rawValue: 1)
        pipeline.listen(.untilSpeechEnds, turn: turn, task: .command, device: device)
        defer { pipeline.close() }
        let alarm = Task {
            try await clock.sleep(for: timeout)
            continuation.yield(.watchdogExpired(turn, .listening(for: .speech)))
        }
        defer { alarm.cancel() }
        let end = ending.map { ending in
            Task {
                for await _ in ending {}
                guard !Task.isCancelled else { return }
                continuation.yield(.microphoneTapped)
                pipeline.finish(turn: turn)
                // The microphone is closed at once, and not with the transcript.
                pipeline.close()
            }
        }
        defer { end?.cancel() }
        // A transcript counts once the speaker certainly does not go on.
        var isSettled = false
        var result: Transcript??
        for await event in events {
            switch event {
            case .speechStarted: alarm.cancel()
            case .microphoneTapped:
                isSettled = true
                if let result { return result }
            case .transcribed(_, let transcript):
                if isSettled { return transcript }
                result = .some(transcript)
            case .utteranceContinued: result = nil
            case .utteranceSettled:
                isSettled = true
                if let result { return result }
            case .microphoneFailed(let failure): throw failure
            case .recognitionFailed(_, let failure): throw failure
            case .watchdogExpired: return nil
            default: break
            }
        }
        return nil
    }
}
