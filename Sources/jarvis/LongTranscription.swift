// SPDX-License-Identifier: GPL-3.0-or-later
// Transcribes a recording: a short one as an utterance, a long one stretch by stretch, so that its length costs time but
// no memory. Used on the main thread.

import JarvisCommands
import JarvisCore
import JarvisPlatform
import JarvisSignal

/// A stretch of speech with its text and its times in seconds.
struct TranscribedSegment {
    var start: Double
    var end: Double
    var text: String
    var confidence: Double

    var document: JSONValue {
        .object([
            "start": .number(Self.rounded(start)), "end": .number(Self.rounded(end)), "text": .text(text),
            "confidence": .number(confidence),
        ])
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

/// The text of a whole recording.
struct TranscribedRecording {
    var transcript: Transcript
    var segments: [TranscribedSegment]
    var audioSeconds: Double
}

final class LongTranscription {
    private let sound: SoundFile
    private let recognizer: any SpeechRecognizer
    private var stretches: SpeechStretches
    private var segments: [TranscribedSegment] = []
    private var engine: String?

    init(_ sound: SoundFile, _ recognizer: any SpeechRecognizer, stretches: SpeechStretches) {
        (self.sound, self.recognizer, self.stretches) = (sound, recognizer, stretches)
    }

    /// Transcribes a recording as one utterance, which may be a command.
    /// - Parameter recording: Its channels.
    func utterance(_ recording: [[Float]]) throws -> TranscribedRecording {
        let samples = SoundIntake.mono(of: recording)
        let recognizer = recognizer
        let transcript = try runBlocking { try await recognizer.transcribe(samples: samples) }
        if let transcript, !transcript.text.isEmpty {
            let spoken = stretches.take(samples) + [stretches.finish()].compactMap { $0 }
            segments = [
                TranscribedSegment(
                    start: spoken.first?.start ?? 0, end: spoken.last?.end ?? Self.seconds(samples.count),
                    text: transcript.text, confidence: transcript.confidence)
            ]
        }
        // Silence is a valid result, an empty text.
        let result =
            transcript ?? Transcript(text: "", confidence: 0, engine: recognizer.name, search: .dictation)
        return TranscribedRecording(
            transcript: result, segments: segments, audioSeconds: Self.seconds(samples.count))
    }

    /// Transcribes the rest of the recording stretch by stretch.
    /// - Parameters:
    ///   - head: The channels of the sound that has been read already.
    ///   - report: Receives each segment as soon as it has a text.
    func run(_ head: [[Float]], report: (TranscribedSegment) throws -> Void) throws -> TranscribedRecording {
        let progress = TranscriptionProgress(of: sound.announcedSeconds)
        defer { progress.clear() }
        var intake = RecordingIntake()
        var count = 0
        func transcribe(_ samples: [Int16]) throws {
            count += samples.count
            for stretch in stretches.take(samples) { try recognize(stretch, progress, report) }
            progress.show(Self.seconds(count))
        }
        let (length, piece) = (head.first?.count ?? 0, SoundFile.sampleRateHertz)
        for start in stride(from: 0, to: length, by: piece) {
            try transcribe(intake.take(head.map { Array($0[start..<min(start + piece, length)]) }))
        }
        // What has been heard until a fault of the file is worth telling.
        var fault: (any Error)?
        do {
            while let piece = try sound.next() { try transcribe(intake.take(piece)) }
        } catch let failure as CommandFailure {
            fault = failure
        }
        try transcribe(intake.finish())
        if let last = stretches.finish() { try recognize(last, progress, report) }
        if let fault { throw fault }
        let weight = segments.reduce(0) { $0 + $1.text.count }
        let confidence = segments.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(max(1, weight))
        let transcript = Transcript(
            text: segments.map(\.text).joined(separator: " "), confidence: confidence,
            engine: engine ?? recognizer.name, search: .dictation)
        return TranscribedRecording(transcript: transcript, segments: segments, audioSeconds: Self.seconds(count))
    }

    private func recognize(
        _ stretch: SpeechStretch, _ progress: TranscriptionProgress, _ report: (TranscribedSegment) throws -> Void
    ) throws {
        let recognizer = recognizer
        let transcript = try runBlocking { try await recognizer.transcribe(samples: stretch.samples, task: .dictation) }
        guard let transcript, !transcript.text.isEmpty else { return }
        engine = transcript.engine
        let segment = TranscribedSegment(
            start: stretch.start, end: stretch.end, text: transcript.text, confidence: transcript.confidence)
        segments.append(segment)
        progress.clear()
        try report(segment)
    }

    private static func seconds(_ samples: Int) -> Double { Double(samples) / Double(SoundFile.sampleRateHertz) }
}
