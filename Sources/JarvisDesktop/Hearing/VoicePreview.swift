// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a voice be heard while the conversation rests: one at a time, the newest at once. What it says is also kept as a
// row of peaks, so that it can be seen.

import JarvisAssistant
import JarvisCore

@MainActor
final class VoicePreview {
    /// Seconds of sound behind each peak.
    nonisolated static let secondsPerPeak = 0.02

    /// The loudest sample of each piece, 0…1, as far as it is made.
    private(set) var peaks: [Float] = []
    /// Why the newest preview was not heard; nil when it was.
    private(set) var failure: (any Error)?
    /// Seconds of it that have been played.
    var position: Double { beginning.map { max(0, FramePacer.now - $0) } ?? 0 }
    /// How much of what is made has been played, 0…1.
    var heardShare: Double {
        let length = Double(peaks.count) * Self.secondsPerPeak
        return length > 0 ? min(1, position / length) : 0
    }
    /// True until it has been heard to its end.
    private(set) var isPlaying = false {
        didSet {
            guard isPlaying != oldValue else { return }
            onSound?(isPlaying)
            onChange?(isPlaying)
        }
    }
    /// A preview has begun or ended; for the page that shows it.
    var onChange: (@MainActor (Bool) -> Void)?
    /// The same, for what must not hear it.
    var onSound: (@MainActor (Bool) -> Void)?

    private let synthesizer: any SpeechSynthesizer
    private let player: any SpeechPlayer
    private var work: Task<Void, Never>?
    private var beginning: Double?

    init(_ synthesizer: any SpeechSynthesizer, _ player: any SpeechPlayer) {
        self.synthesizer = synthesizer
        self.player = player
    }

    /// Says a sentence; what was being said stops.
    func play(_ text: String, _ prosody: Prosody, device: String?) {
        synthesizer.forgetLead()
        let synthesizer = synthesizer
        play(device) { synthesizer.synthesize(text, prosody: prosody) }
    }

    /// Plays sound; what was being said stops.
    func play(_ audio: SynthesizedAudio, device: String?) {
        play(device) {
            AsyncThrowingStream { continuation in
                continuation.yield(audio)
                continuation.finish()
            }
        }
    }

    private func play(
        _ device: String?, _ sound: @escaping @Sendable () -> AsyncThrowingStream<SynthesizedAudio, any Error>
    ) {
        let goesOn = isPlaying
        halt()
        // What must not hear a voice does not in between either.
        if goesOn {
            onChange?(false)
            onChange?(true)
        } else {
            isPlaying = true
        }
        work = Task { [weak self, player] in
            guard !Task.isCancelled else { return }
            let (events, reports) = AsyncStream.makeStream(of: PlaybackEvent.self)
            player.begin(device: device) { reports.yield($0) }
            do {
                for try await audio in sound() {
                    try Task.checkCancellation()
                    player.enqueue(audio, clause: 0)
                    self?.add(audio)
                }
                try Task.checkCancellation()
                player.finish()
                for await event in events {
                    switch event {
                    case .started: self?.beginning = FramePacer.now
                    case .heard: break
                    case .finished: return self?.finish(nil) ?? ()
                    case .failed(let failure): return self?.finish(failure) ?? ()
                    }
                    if Task.isCancelled { return }
                }
            } catch {
                if !Task.isCancelled { self?.finish(error) }
            }
        }
    }

    /// Silent at once; idempotent.
    func stop() {
        halt()
        isPlaying = false
    }

    private func halt() {
        work?.cancel()
        work = nil
        if isPlaying { player.stop() }
        peaks = []
        beginning = nil
        failure = nil
    }

    private func finish(_ failure: (any Error)?) {
        work = nil
        self.failure = failure
        if failure != nil { player.stop() }
        isPlaying = false
    }

    private func add(_ audio: SynthesizedAudio) {
        peaks += Waveform.peaks(of: audio.samples, each: Int(Double(audio.sampleRateHertz) * Self.secondsPerPeak))
    }
}

/// Sound as a row of peaks.
enum Waveform {
    /// The loudest sample of each `count` samples, 0…1.
    static func peaks(of samples: [Int16], each count: Int) -> [Float] {
        guard count > 0 else { return [] }
        return stride(from: 0, to: samples.count, by: count).map { start in
            let loudest = samples[start..<min(start + count, samples.count)].map { abs(Int($0)) }.max() ?? 0
            return Float(loudest) / 32768
        }
    }

    /// That many bars for peaks of any number: the loudest of what falls on each.
    static func bars(_ peaks: [Float], count: Int) -> [Float] {
        guard !peaks.isEmpty, count > 0 else { return [Float](repeating: 0, count: max(0, count)) }
        return (0..<count).map { bar in
            let start = bar * peaks.count / count
            let end = max(start + 1, (bar + 1) * peaks.count / count)
            return peaks[start..<min(end, peaks.count)].max() ?? 0
        }
    }
}
