// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks the background's level in each band, even through speech: the mean in pauses, the minimum during speech.

/// An adaptive noise floor of `BandAnalyzer.bandCount` bands, in dBFS.
final class NoiseFloor {
    private static let bands = BandAnalyzer.bandCount
    /// The minimum is taken over this many blocks of `framesPerBlock` frames: 2 s.
    private static let blocks = 8
    private static let framesPerBlock = 12
    /// The lowest floor: dither and converter hiss below it count as silence.
    private static let lowest: Float = -96
    /// The minimum of 2 s of noise lies about this far below its mean.
    private static let minimumBias: Float = 3

    let levels: UnsafeMutablePointer<Float>
    private let smoothed: UnsafeMutablePointer<Float>
    private let minima: UnsafeMutablePointer<Float>
    private var framesInBlock = 0
    private var block = 0
    private var framesSeen = 0

    init() {
        levels = .allocate(capacity: Self.bands)
        smoothed = .allocate(capacity: Self.bands)
        minima = .allocate(capacity: Self.bands * Self.blocks)
        levels.initialize(repeating: Self.lowest, count: Self.bands)
        smoothed.initialize(repeating: Self.lowest, count: Self.bands)
        minima.initialize(repeating: 0, count: Self.bands * Self.blocks)
    }

    deinit {
        levels.deallocate()
        smoothed.deallocate()
        minima.deallocate()
    }

    func reset() {
        framesSeen = 0
        framesInBlock = 0
        block = 0
        minima.update(repeating: 0, count: Self.bands * Self.blocks)
    }

    /// Adds a frame's band levels; `isQuiet` is true if the frame contains no speech.
    func update(_ frame: UnsafePointer<Float>, isQuiet: Bool) {
        let isFirst = framesSeen == 0
        framesSeen &+= 1
        let row = minima + block &* Self.bands
        var band = 0
        while band < Self.bands {
            let level = max(frame[band], Self.lowest)
            if isFirst {
                smoothed[band] = level
                levels[band] = level
            }
            smoothed[band] += 0.3 * (level - smoothed[band])
            row[band] = framesInBlock == 0 ? smoothed[band] : min(row[band], smoothed[band])
            if isQuiet {
                levels[band] += (framesSeen < 25 ? 0.15 : 0.06) * (level - levels[band])
            } else if level < levels[band] {
                levels[band] += 0.3 * (level - levels[band])
            }
            band &+= 1
        }
        framesInBlock &+= 1
        if framesInBlock == Self.framesPerBlock {
            framesInBlock = 0
            block = (block &+ 1) % Self.blocks
            if framesSeen >= Self.blocks * Self.framesPerBlock { raiseToMinimum() }
        }
    }

    /// Raises the floor to the minimum: anything that lasts for 2 s is background, even if it was taken for speech.
    private func raiseToMinimum() {
        var band = 0
        while band < Self.bands {
            var lowest = minima[band]
            var index = 1
            while index < Self.blocks {
                lowest = min(lowest, minima[index &* Self.bands &+ band])
                index &+= 1
            }
            levels[band] = max(levels[band], lowest + Self.minimumBias)
            band &+= 1
        }
    }
}
