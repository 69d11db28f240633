// SPDX-License-Identifier: GPL-3.0-or-later
// A room between the virtual speaker and the virtual microphone of a real sound server, with a person in it.

import Glibc
import JarvisAudioTesting
import JarvisTesting
import Synchronization

/// The path from `speaker.monitor` to `mic_feed`: the echo and the speech added to it.
final class LiveRoom: Sendable {
    private struct Content: Sendable {
        var voice: [Float] = []
        var position = 0
        var echoPower: Float = 0
        var echoSamples = 0
    }

    /// Belongs to the loop's thread, which calls one function after another.
    private struct Room: @unchecked Sendable {
        // Unchecked: only the loop's function touches `room`.
        let room: SyntheticRoom
    }

    private let loop = SoundLoop(from: "speaker.monitor", to: "mic_feed")
    private let content = Mutex(Content())
    private let room: Room

    init(seed: UInt64, delaySeconds: Double) {
        room = Room(room: SyntheticRoom(seed: seed, delaySeconds: delaySeconds))
    }

    func open() async throws {
        try await loop.start { [self] block in transform(block) }
    }

    func close() { loop.stop() }

    /// When the machine was too slow for the room's sound.
    var stumbles: [ContinuousClock.Instant] { loop.stumbles }

    /// RMS of the echo while it is audible, full scale 1.
    var echoLevel: Float {
        content.withLock { ($0.echoPower / Float(max(1, $0.echoSamples))).squareRoot() }
    }

    /// Starts the speech of a clip; `onset` is where in the clip the sound begins.
    func say(_ clip: MeasuredClip, decibelsOverEcho: Double) {
        let factor = echoLevel / clip.rms * powf(10, Float(decibelsOverEcho) / 20)
        let start = content.withLock { content -> Int64 in
            content.voice = clip.samples.map { Float($0) / 32_768 * factor }
            content.position = 0
            return loop.producedCount
        }
        loop.mark(start + Int64(clip.speech.lowerBound))
    }

    /// When the sound of the last clip began at the microphone.
    var onset: ContinuousClock.Instant? { loop.lastMark }

    private func transform(_ block: [Int16]) -> [Int16] {
        let echo = room.room.process(block.map { Float($0) / 32_768 })
        return content.withLock { content in
            var output: [Int16] = []
            output.reserveCapacity(echo.count)
            for sample in echo {
                var value = 0.5 * sample
                if abs(value) > 0.003 {
                    content.echoPower += value * value
                    content.echoSamples += 1
                }
                if content.position < content.voice.count {
                    value += content.voice[content.position]
                    content.position += 1
                }
                output.append(Int16(max(-32_768, min(32_767, value * 32_768))))
            }
            return output
        }
    }
}
