// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAudio
import JarvisCore
import JarvisTesting
import Testing

extension AudioTests {
    /// Programs that need the microphone at the same time.
    @Suite(.timeLimit(.minutes(10)))
    struct RecordingTurnTests {
        private let pulse: PrivatePulseServer
        private let folder: TemporaryFolder

        init() throws {
            pulse = try PrivatePulseServer()
            folder = try TemporaryFolder("jarvis-turn")
        }

        /// The microphone of another program, or of the same one if it shares an earlier turn.
        private func microphone(_ turn: RecordingTurn) -> (PulseMicrophone, EventCollector<MicrophoneEvent>) {
            var server = pulse.server
            server.recordingTurn = turn
            let events = EventCollector<MicrophoneEvent>()
            let microphone = PulseMicrophone(server: server, meters: AudioMeters())
            microphone.open(device: nil) { events.add($0) }
            return (microphone, events)
        }

        private func turn() -> RecordingTurn { RecordingTurn(path: folder.path + "/new/microphone.lock") }

        private func streams() throws -> Int {
            try pulse.control("list", "short", "source-outputs").split(separator: "\n").count {
                $0.split(separator: "\t").dropFirst(2).first != "-"
            }
        }

        @Test func aSecondProgramWaitsUntilTheFirstClosesItsMicrophone() async throws {
            let (first, heard) = microphone(turn())
            #expect(await heard.wait { $0.contains { $0.frame != nil } })
            let (second, told) = microphone(turn())
            #expect(await told.wait { $0.contains { $0.failure != nil } })
            #expect(try streams() == 1)
            first.close()
            #expect(await told.wait { $0.contains { $0.frame != nil } }, "it gets its turn by itself")
            #expect(try streams() == 1)
            second.close()
            #expect(await told.wait { $0.last?.isClosed == true })
        }

        @Test func microphonesOfOneProgramShareATurn() async throws {
            let own = turn()
            let (first, heard) = microphone(own)
            let (second, alsoHeard) = microphone(own)
            #expect(await heard.wait { $0.contains { $0.frame != nil } })
            #expect(await alsoHeard.wait { $0.contains { $0.frame != nil } })
            first.close()
            #expect(await heard.wait { $0.last?.isClosed == true })
            // The program keeps its turn as long as one of its microphones records.
            let (other, told) = microphone(turn())
            #expect(await told.wait { $0.contains { $0.failure != nil } })
            second.close()
            #expect(await told.wait { $0.contains { $0.frame != nil } })
            other.close()
            #expect(await told.wait { $0.last?.isClosed == true })
        }
    }
}
