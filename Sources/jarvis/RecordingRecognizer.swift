// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what the recognizer was given: one WAV file per utterance, for bug reports and end-to-end tests.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisSpeech
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

/// Passes everything on and writes `utterance-<n>.wav` into a folder when an utterance is finished.
final class RecordingRecognizer: FileRecognizer {
    private final class Session: RecognitionSession {
        private let inner: any RecognitionSession
        private let samples = Mutex<[Int16]>([])
        private let write: @Sendable ([Int16]) -> Void

        init(_ inner: any RecognitionSession, write: @escaping @Sendable ([Int16]) -> Void) {
            self.inner = inner
            self.write = write
        }

        func accept(_ samples: [Int16]) {
            self.samples.withLock { $0 += samples }
            inner.accept(samples)
        }

        func prepareResult() { inner.prepareResult() }

        func finish() {
            inner.finish()
            write(samples.withLock { $0 })
        }

        func cancel() { inner.cancel() }
    }

    private let inner: any FileRecognizer
    private let folder: String
    private let count = Mutex(0)
    private let writer = WorkerThread(name: "utterances")

    var name: String { inner.name }

    init(_ inner: any FileRecognizer, folder: String) {
        self.inner = inner
        self.folder = folder
    }

    func warmUp() { inner.warmUp() }

    func transcribe(samples: [Int16]) async throws -> Transcript? {
        try await inner.transcribe(samples: samples)
    }

    func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        Session(inner.begin(task, handler: handler)) { [self] samples in
            guard task != .stopPhrase else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            writer.async { [folder] in
                let bytes = WAVFile.encode(samples, sampleRateHertz: AudioFrame.sampleRateHertz)
                do {
                    try FileBytes.write("\(folder)/utterance-\(number).wav", bytes)
                } catch {
                    Console.note("jarvis: an utterance could not be kept: \(error)")
                }
            }
        }
    }
}
