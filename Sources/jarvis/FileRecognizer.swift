// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes whole recordings with engines built for live audio.

import JarvisCore
import JarvisRecognition
import JarvisSpeechServers

/// A recognizer that also accepts a whole recording at once.
protocol FileRecognizer: SpeechRecognizer {
    /// Transcribes 16 kHz mono samples; nil if they contain nothing intelligible.
    func transcribe(samples: [Int16]) async throws -> Transcript?
}

extension PocketSphinxRecognizer: FileRecognizer {
    func transcribe(samples: [Int16]) async throws -> Transcript? {
        try await transcribe(samples: samples, task: .command)
    }
}

extension SelectedRecognizer: FileRecognizer {
    func transcribe(samples: [Int16]) async throws -> Transcript? {
        try await withCheckedThrowingContinuation { continuation in
            let session = begin(.command) { update in
                switch update {
                case .partial: break
                case .final(let transcript): continuation.resume(returning: transcript)
                case .failed(let failure): continuation.resume(throwing: failure)
                }
            }
            session.accept(samples)
            session.finish()
        }
    }
}
