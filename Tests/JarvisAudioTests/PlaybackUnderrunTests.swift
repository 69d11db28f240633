// SPDX-License-Identifier: GPL-3.0-or-later
// A busy machine writes too late: the sound server runs out of samples, and later sound plays after a gap.

import Testing

@testable import JarvisAudio

extension AudioTests {
    @Suite struct PlaybackUnderrunTests {
        private static let rate = 16_000

        /// A started stream, and the echo canceller's reference for it.
        private struct Bench {
            let pulse: PrivatePulseServer
            let connection: PulseConnection
            let stream: PlaybackStream
            let reference = PlaybackReference()

            init() throws {
                pulse = try PrivatePulseServer()
                connection = try PulseConnection(server: pulse.server, waker: MainLoopWaker())
                try connection.connect()
                stream = try PlaybackStream(
                    connection, device: nil, sampleRateHertz: PlaybackUnderrunTests.rate, reference: reference)
            }

            func write(seconds: Double) {
                chirp(seconds: seconds).withUnsafeBufferPointer(stream.write)
            }

            /// Handles the server's messages until the condition holds.
            /// - Returns: false if it doesn't in time.
            func iterate(_ condition: () -> Bool) -> Bool {
                let deadline = ContinuousClock.now + .seconds(60)
                while !condition() {
                    guard ContinuousClock.now < deadline else { return false }
                    connection.iterate(.milliseconds(2)) { false }
                    stream.updateTiming()
                }
                return true
            }
        }

        @Test func soundAfterAnUnderrunIsTimedSeparately() throws {
            let bench = try Bench()
            bench.write(seconds: 0.3)
            #expect(bench.iterate { bench.reference.offset != nil }, "it is heard")
            #expect(bench.iterate { bench.stream.hasRunDry }, "the server tells that it has run out")
            let generation = bench.reference.generation
            bench.write(seconds: 0.3)
            #expect(bench.reference.generation == generation + 1)
            #expect(!bench.stream.hasRunDry)
            #expect(bench.reference.isStarting, "when it is heard is not known yet")
            #expect(bench.iterate { bench.reference.offset != nil })
            #expect(bench.iterate { bench.stream.heardSample() == bench.stream.written }, "all is heard")
        }

        /// The report of the underrun may arrive after the next write.
        @Test func aLateUnderrunReportIsPlacedCorrectly() throws {
            let bench = try Bench()
            bench.write(seconds: 0.3)
            let end = bench.stream.written
            bench.write(seconds: 0.5)
            #expect(bench.iterate { bench.reference.offset != nil }, "it is heard")
            let generation = bench.reference.generation
            bench.stream.noteUnderrun(at: end)
            #expect(bench.reference.generation == generation + 1 && bench.reference.isStarting)
            #expect(bench.iterate { bench.reference.offset != nil }, "when it is heard is told anew")
            var sound = [Int16](repeating: 0, count: 1600)
            let isThere = sound.withUnsafeMutableBufferPointer { bench.reference.read(from: end + 800, into: $0) }
            #expect(isThere, "what was written meanwhile is known to the canceller")
            #expect(bench.iterate { bench.stream.heardSample() == bench.stream.written }, "all is heard")
        }
    }
}
