// SPDX-License-Identifier: GPL-3.0-or-later
// Speaks with espeak-ng in retrieval mode: the library returns the samples instead of playing them. Each synthesizer
// works through its clauses on its own thread; several share the library through its lock.

import CESpeakNG
public import JarvisCore
import JarvisPlatform
import JarvisSpokenText
import Synchronization

/// Speaks with espeak-ng, which is part of the installation and always available.
///
/// Pieces are about 60 ms long. Pitches beyond the library's range (about −9…+10 semitones) change the
/// `sampleRateHertz` of the pieces, so a player has to read the rate from each piece.
public final class ESpeakSynthesizer: SpeechSynthesizer {
    private let dataDirectory: String?
    private let worker = WorkerThread(name: "synthesizer")

    /// Creates the synthesizer without loading anything.
    /// - Parameter dataDirectory: The folder that contains `espeak-ng-data`; nil for the library's own default.
    public init(dataDirectory: String? = nil) {
        self.dataDirectory = dataDirectory
    }

    /// The installed voices, English first; MBROLA voices only if their data is installed.
    /// - Throws: `SynthesisFailure.engineUnavailable`.
    public func voices() async throws -> [Voice] {
        let directory = dataDirectory
        return try await worker.run {
            try ESpeakLibrary.use(dataDirectory: directory) { $0.voices().voices }
        }
    }

    /// Loads the library's data, which takes about 2 ms.
    public func warmUp() {
        let directory = dataDirectory
        // Ignore an error here: the first synthesis reports it, where it can be handled.
        worker.async { try? ESpeakLibrary.use(dataDirectory: directory) { _ in } }
    }

    /// Speaks one clause; pieces wait in the stream until they are consumed. Errors are `SynthesisFailure`.
    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        // Unbounded: synthesis takes a few milliseconds, and dropped pieces would be audible.
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: SynthesizedAudio.self, throwing: (any Error).self, bufferingPolicy: .unbounded)
        let cancellation = CancellationFlag()
        continuation.onTermination = { _ in cancellation.cancel() }
        let directory = dataDirectory
        worker.async {
            guard !cancellation.isCancelled else { return }
            do {
                try ESpeakLibrary.use(dataDirectory: directory) { state in
                    try Self.speak(clause, prosody, &state, cancellation) { continuation.yield($0) }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    private static func speak(
        _ clause: String, _ prosody: Prosody, _ state: inout ESpeakState, _ cancellation: CancellationFlag,
        deliver: @escaping (SynthesizedAudio) -> Void
    ) throws {
        let catalogue = state.voices()
        let chosen = catalogue.voice(for: clause, insteadOf: prosody.voice)
        guard let voice = catalogue.libraryName(of: chosen), espeak_SetVoiceByName(voice) == EE_OK else {
            throw SynthesisFailure.voiceMissing(prosody.voice)
        }
        let text = SpeakableText(clause, language: catalogue.language(of: chosen) ?? "en-us")
        var settings = ESpeakProsody(prosody, reach: prosody.pitch == 0 ? 1 : state.pitchReach(of: voice))
        let speed = prosody.speed / settings.sampleRateFactor
        if speed != 1 {
            ESpeakCalibration.fit(&settings, to: text.spoken, in: catalogue.scripts(of: chosen), speed: speed)
        }
        let receiver = ESpeakReceiver(
            text: text, sampleRateHertz: Int((Double(state.sampleRateHertz) * settings.sampleRateFactor).rounded()),
            isCancelled: { cancellation.isCancelled }, deliver: deliver)
        var current = voice
        for stretch in stretches(of: text.spoken, chosen, catalogue) {
            guard !cancellation.isCancelled else { return }
            let speaker = catalogue.libraryName(of: stretch.voice) ?? voice
            if speaker != current, espeak_SetVoiceByName(speaker) != EE_OK {
                throw SynthesisFailure.voiceMissing(stretch.voice)
            }
            current = speaker
            settings.apply()
            let status = receiver.hear(stretch.scalars, in: catalogue.scripts(of: stretch.voice))
            guard status == EE_OK else {
                throw SynthesisFailure.engineUnavailable(reason: "espeak_Synth returned \(status.rawValue)")
            }
        }
        if !cancellation.isCancelled { receiver.finish() }
    }

    /// Divides the text into stretches that one voice says without interruption, nearly always the whole text. Words in
    /// a script that the chosen voice can't read go to a voice that can; if none is installed, they are left out.
    private static func stretches(
        of spoken: String, _ chosen: String, _ catalogue: ESpeakCatalogue
    ) -> [(voice: String, scalars: Range<Int>)] {
        let scripts = catalogue.scripts(of: chosen)
        var stretches: [(voice: String, scalars: Range<Int>)] = []
        for run in ScriptRun.runs(of: spoken) {
            var voice: String?
            if let script = run.script, !scripts.contains(script) {
                let part = spoken.unicodeScalars.dropFirst(run.scalars.lowerBound).prefix(run.scalars.count)
                voice = catalogue.voice(for: String(part), in: script, like: chosen)
            }
            if let last = stretches.last, last.voice == voice ?? chosen {
                stretches[stretches.count - 1].scalars = last.scalars.lowerBound..<run.scalars.upperBound
            } else {
                stretches.append((voice ?? chosen, run.scalars))
            }
        }
        return stretches
    }
}
