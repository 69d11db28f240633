// SPDX-License-Identifier: GPL-3.0-or-later
// Level and spectrum for tests without sound.

public import JarvisCore
import Synchronization

/// Meters that show what the test sets.
public final class FakeMeters: VoiceMeters {
    private let levels = Mutex<(input: Float, output: Float, bands: [Float])>((0, 0, []))

    public init() {}

    public var inputLevel: Float { levels.withLock { $0.input } }
    public var outputLevel: Float { levels.withLock { $0.output } }

    public func set(input: Float, output: Float, bands: [Float] = []) {
        levels.withLock { $0 = (input, output, bands) }
    }

    public func readSpectrum(into bands: inout [Float]) {
        let own = levels.withLock { $0.bands }
        for index in bands.indices { bands[index] = index < own.count ? own[index] : 0 }
    }
}
