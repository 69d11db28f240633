// SPDX-License-Identifier: GPL-3.0-or-later
// Utterances as numbered files, for bug reports and end-to-end tests.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import JarvisSpeechServers
import Synchronization

/// A recognizer that can also take a whole recording at once.
protocol FileRecognizer: SpeechRecognizer {
    /// The transcript of 16 kHz mono samples; nil when nothing intelligible is in them.
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

/// Writes `utterance-<n>.wav` into a folder; an utterance that comes again keeps its number.
final class NumberedUtterances: UtteranceKeeper {
    private let folder: String
    private let count = Mutex(0)
    private let writer = WorkerThread(name: "utterances")

    var isKeeping: Bool { true }

    init(folder: String) {
        self.folder = folder
    }

    func keep(_ recording: UtteranceRecording) {
        let number = count.withLock { count in
            if !recording.replacesEarlier || count == 0 { count += 1 }
            return count
        }
        writer.async { [folder] in
            let bytes = WAVFile.encode(recording.samples, sampleRateHertz: AudioFrame.sampleRateHertz)
            do {
                try FileBytes.write("\(folder)/utterance-\(number).wav", bytes)
            } catch {
                Console.note("jarvis: an utterance could not be kept: \(error)")
            }
        }
    }
}
