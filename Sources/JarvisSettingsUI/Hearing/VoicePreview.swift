// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a voice while the conversation is paused. A new preview replaces the current one. Also keeps the sound's peaks,
// for the waveform.

import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class VoicePreview {
    /// How many seconds of sound each peak stands for.
    nonisolated static let secondsPerPeak = 0.02

    /// The loudest sample of each stretch of sound, 0…1, as far as the sound exists.
    private(set) var peaks: [Float] = []
    /// Why the newest preview failed; nil if it hasn't.
    private(set) var failure: (any Error)?
    /// How many seconds of the preview have been played.
    var position: Double { beginning.map { max(0, FramePacer.now - $0) } ?? 0 }
    /// The share of the rendered sound that has been played, 0…1.
    var heardShare: Double {
        let length = Double(peaks.count) * Self.secondsPerPeak
        return length > 0 ? min(1, position / length) : 0
    }
    /// True until the preview has been played to its end or stopped.
    private(set) var isPlaying = false {
        didSet {
            guard isPlaying != oldValue else { return }
            onSound?(isPlaying)
            onChange?(isPlaying)
        }
    }
    /// Called when a preview has started (true) or ended (false); for the page that shows it.
    var onChange: (@MainActor (Bool) -> Void)?
    /// Called likewise, but not between two previews in a row; for listeners that must not hear the voice.
    var onSound: (@MainActor (Bool) -> Void)?

    private let synthesizer: any SpeechSynthesizer
    private let player: any SpeechPlayer
    private var work: Task<Void, Never>?
    private var beginning: Double?

    init(_ synthesizer: any SpeechSynthesizer, _ player: any SpeechPlayer) {
        self.synthesizer = synthesizer
        self.player = player
    }

    /// Speaks a sentence, and stops anything that is playing.
    func play(_ text: String, _ prosody: Prosody, device: String?) {
        synthesizer.forgetLead()
        let synthesizer = synthesizer
        play(device) { synthesizer.synthesize(text, prosody: prosody) }
    }

    /// Plays a sound, and stops anything that is playing.
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
        // `onSound` isn't called here, because its listeners must stay deaf between two previews in a row.
        if goesOn {
            onChange?(false)
            onChange?(true)
        } else {
            isPlaying = true
        }
        work = Task { [weak self, player] in
            guard !Task.isCancelled else { return }
            // Unbounded, because no event may be lost, and a preview is only a sentence long.
            let (events, reports) = AsyncStream.makeStream(of: PlaybackEvent.self, bufferingPolicy: .unbounded)
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

    /// Silences the preview at once; idempotent.
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

/// Reduces sound to peaks for a waveform.
enum Waveform {
    /// The loudest sample, 0…1, in each group of `count` samples.
    static func peaks(of samples: [Int16], each count: Int) -> [Float] {
        guard count > 0 else { return [] }
        return stride(from: 0, to: samples.count, by: count).map { start in
            let loudest = samples[start..<min(start + count, samples.count)].map { abs(Int($0)) }.max() ?? 0
            return Float(loudest) / 32768
        }
    }

    /// Reduces peaks to this many bars, each as high as its highest peak.
    static func bars(_ peaks: [Float], count: Int) -> [Float] {
        guard !peaks.isEmpty, count > 0 else { return [Float](repeating: 0, count: max(0, count)) }
        return (0..<count).map { bar in
            let start = bar * peaks.count / count
            let end = max(start + 1, (bar + 1) * peaks.count / count)
            return peaks[start..<min(end, peaks.count)].max() ?? 0
        }
    }
}
