// SPDX-License-Identifier: GPL-3.0-or-later
// Turns one utterance from the microphone into text, without a conversation.

import JarvisConversation
public import JarvisCore

/// Listens for a single utterance.
public enum SingleUtterance {
    /// Waits for speech, records the utterance until it ends, and recognizes it.
    /// - Parameters:
    ///   - timeout: How long to wait for speech to begin.
    ///   - ending: Ends the utterance when this stream ends; the words so far are used.
    ///   - clock: Monotonic; measures the timeout.
    /// - Returns: The transcript, or nil if there was no intelligible speech.
    /// - Throws: `AudioFailure` or `RecognitionFailure`.
    public static func hear(
        microphone: any Microphone, recognizer: any SpeechRecognizer, device: String?, timeout: Duration,
        ending: AsyncStream<Void>? = nil, log: any EventLog, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Transcript? {
        // Unbounded: no event may be lost, and the time limit bounds them.
        let (events, continuation) = AsyncStream.makeStream(of: AssistantEvent.self, bufferingPolicy: .unbounded)
        let pipeline = ListeningPipeline(
            microphone: microphone, recognizer: recognizer, timing: TurnTimer(log: log), log: log, clock: clock,
            report: { continuation.yield($0) })
        let turn = TurnID(rawValue: 1)
        pipeline.listen(.untilSpeechEnds, turn: turn, task: .command, device: device)
        defer { pipeline.close() }
        let alarm = Task {
            try await clock.sleep(for: timeout)
            continuation.yield(.timerEnded(.watchdog(turn, .listening(for: .speech))))
        }
        defer { alarm.cancel() }
        let end = ending.map { ending in
            Task {
                for await _ in ending {}
                guard !Task.isCancelled else { return }
                continuation.yield(.microphoneTapped)
                pipeline.finish(turn: turn)
                // Close the microphone now rather than after the transcript.
                pipeline.close()
            }
        }
        defer { end?.cancel() }
        // A transcript counts once the speaker has certainly finished.
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
            case .timerEnded: return nil
            default: break
            }
        }
        return nil
    }
}
