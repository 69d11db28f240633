// SPDX-License-Identifier: GPL-3.0-or-later
// Publishes levels and spectrum for the visualizer: the audio threads write them, drawing reads them, all through
// atomics.

public import JarvisCore
import JarvisSignal
import Synchronization

/// The levels of the microphone and of current playback. No thread waits for another.
public final class AudioMeters: VoiceMeters {
    // Each value is a separate atomic, so a reader may mix the bands of two successive analyses, which is not visible.
    private let input = Atomic<UInt32>(0)
    private let output = Atomic<UInt32>(0)
    private let bands = AtomicBands()
    private let voiceNews = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

    /// Creates meters at rest.
    public init() {}

    /// The smoothed level of the microphone, 0…1.
    public var inputLevel: Float { Float(bitPattern: input.load(ordering: .relaxed)) }

    /// The smoothed level of the speaker's current output, 0…1.
    public var outputLevel: Float { Float(bitPattern: output.load(ordering: .relaxed)) }

    /// Copies up to 64 bands into `target`.
    public func readSpectrum(into target: inout [Float]) {
        for index in 0..<min(target.count, SpectrumAnalyzer.bandCount) {
            target[index] = Float(bitPattern: bands.storage[index].load(ordering: .relaxed))
        }
    }

    /// An element when the open microphone begins to hear a voice, and every second while it goes on.
    public func voices() -> AsyncStream<Void> { voiceNews.stream() }

    /// Reports a voice; not for real-time threads.
    func noteVoice() { voiceNews.send() }

    func setInputLevel(_ level: Float) {
        input.store(level.bitPattern, ordering: .relaxed)
    }

    /// Sets the current output; nil means silence.
    func setOutput(_ sound: HeardSoundAnalyzer?) {
        output.store((sound?.level ?? 0).bitPattern, ordering: .relaxed)
        var index = 0
        while index < SpectrumAnalyzer.bandCount {
            bands.storage[index].store((sound?[index] ?? 0).bitPattern, ordering: .relaxed)
            index &+= 1
        }
    }
}

/// The levels of the 64 bands, each an atomic.
private final class AtomicBands: @unchecked Sendable {
    // Unchecked: `storage` never changes, and all access behind it is atomic.
    let storage: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        storage = .allocate(capacity: SpectrumAnalyzer.bandCount)
        for index in 0..<SpectrumAnalyzer.bandCount { (storage + index).initialize(to: Atomic(0)) }
    }

    deinit {
        storage.deinitialize(count: SpectrumAnalyzer.bandCount)
        storage.deallocate()
    }
}
