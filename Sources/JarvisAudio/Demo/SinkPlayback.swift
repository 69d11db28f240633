// SPDX-License-Identifier: GPL-3.0-or-later
// Plays recorded sound through a named speaker; the demonstration uses it to speak into the virtual microphone.

import CPulse
import JarvisCore
import JarvisPlatform

/// Plays whole recordings; not meant for conversation.
public enum SinkPlayback {
    /// Plays mono samples through `sink` (nil for the default), and returns once all of them have been heard.
    /// - Throws: `AudioFailure`.
    public static func play(
        _ samples: [Int16], sampleRateHertz: Int, into sink: String?, server: PulseServer = PulseServer()
    ) async throws {
        try await WorkerThread(name: "sink-playback").run {
            let connection = try PulseConnection(server: server)
            try connection.connect()
            let stream = try PlaybackStream(
                connection, device: sink, sampleRateHertz: sampleRateHertz, identity: .testTone)
            try samples.withUnsafeBufferPointer { samples throws(AudioFailure) in
                var start = 0
                var watch = StallWatch(count: 0, patience: 6, now: .now)
                while stream.isRunning {
                    let end = min(samples.count, start + stream.writableCount)
                    if end > start { stream.write(UnsafeBufferPointer(rebasing: samples[start..<end])) }
                    start = end
                    if start == samples.count { stream.drainWhenQuiet(isOver: true) }
                    stream.updateTiming()
                    if start == samples.count, stream.isDrained, stream.heardSample() >= stream.written { return }
                    if watch.look(at: Int(stream.takenSample), now: .now) == .stalled {
                        guard start == samples.count, stream.heardSample() > 0 else { throw stream.stall }
                        return
                    }
                    connection.iterate(.milliseconds(10))
                }
                throw stream.failure
            }
        }
    }
}
