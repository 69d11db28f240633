// SPDX-License-Identifier: GPL-3.0-or-later
// Levels and spectrum for the picture: written by the audio threads, read by the drawing, all through atomics.

public import JarvisCore
import JarvisSignal
import Synchronization

/// The levels of the microphone and of what the listener hears now. No thread waits for another.
public final class AudioMeters: VoiceMeters {
    // Each value is an atomic of its own: a reader may see bands of two successive analyses mixed, which no eye can.
    private let input = Atomic<UInt32>(0)
    private let output = Atomic<UInt32>(0)
    private let bands = AtomicBands()

    /// Meters at rest.
    public init() {}

    /// Microphone level 0…1, smoothed.
    public var inputLevel: Float { Float(bitPattern: input.load(ordering: .relaxed)) }

    /// Level 0…1 of what is being heard from the speaker now, smoothed.
    public var outputLevel: Float { Float(bitPattern: output.load(ordering: .relaxed)) }

    /// Copies up to 64 bands into `target`.
    public func readSpectrum(into target: inout [Float]) {
        for index in 0..<min(target.count, SpectrumAnalyzer.bandCount) {
            target[index] = Float(bitPattern: bands.storage[index].load(ordering: .relaxed))
        }
    }

    func setInputLevel(_ level: Float) {
        input.store(level.bitPattern, ordering: .relaxed)
    }

    /// What is being heard; nil is silence.
    func setOutput(_ sound: HeardSoundAnalyzer?) {
        output.store((sound?.level ?? 0).bitPattern, ordering: .relaxed)
        var index = 0
        while index < SpectrumAnalyzer.bandCount {
            bands.storage[index].store((sound?[index] ?? 0).bitPattern, ordering: .relaxed)
            index &+= 1
        }
    }
}

/// 64 atomics in a row.
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
