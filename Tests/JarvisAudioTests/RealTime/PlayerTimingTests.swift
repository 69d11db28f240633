// SPDX-License-Identifier: GPL-3.0-or-later
// How closely the player's reports follow the sound.

import JarvisAudio
import JarvisCore
import Testing

extension RealTime {
    @Suite(.serialized, .timeLimit(.minutes(5)))
    struct PlayerTimingTests {
        private let rig: PlayerRig

        init() async throws {
            rig = try await PlayerRig()
        }

        /// How well each half of the recording matches the clause.
        private static func clauseMatches(_ clause: [Int16], in recording: SourceRecording) -> [Double] {
            guard let first = recording.samples.firstIndex(where: { abs(Int($0)) > 33 }) else { return [] }
            let lead = max(0, first - 2_000)
            let half = first + clause.count - 2_000
            let halves = [
                recording.samples[lead..<min(half + 12_000, recording.samples.count)], recording.samples[half...],
            ]
            return halves.map { bestMatch(of: clause, in: Array($0)).correlation }
        }

        @Test func clausesPlayCompletely() async throws {
            rig.begin()
            let clause = rig.speech(seconds: 0.8)
            rig.player.enqueue(clause, clause: 0)
            rig.player.enqueue(clause, clause: 1)
            rig.player.finish()
            #expect(await rig.events.wait { $0.last == .finished })
            #expect(await rig.isSilentAgain())
            let matches = Self.clauseMatches(clause.samples, in: rig.recorder.stop())
            #expect(matches.contains { $0 > 0.98 } && matches.allSatisfy { $0 > 0.4 }, "\(matches)")
        }

        @Test func aReplyIsReportedAsItBeginsAndEnds() async throws {
            rig.begin()
            rig.player.enqueue(rig.speech(seconds: 0.8), clause: 0)
            rig.player.finish()
            #expect(await rig.events.wait { $0.last == .finished })
            #expect(await rig.isSilentAgain())
            let span = try #require(rig.loudSpan(rig.recorder.stop()))
            for (event, moment) in [(PlaybackEvent.started, span.lowerBound), (.finished, span.upperBound)] {
                let reported = try #require(rig.events.timed.first { $0.event == event }?.at)
                #expect(abs((reported - moment) / .milliseconds(1)) < 400)
                Measurements.note("\(event) − sound", reported - moment)
            }
        }

        @Test func heardWordsAreReportedInStepWithTheSound() async throws {
            rig.begin()
            rig.player.enqueue(rig.speech(seconds: 1.5), clause: 0)
            rig.player.finish()
            #expect(await rig.events.wait { $0.last == .finished })
            #expect(await rig.isSilentAgain())
            let soundBegan = try #require(rig.loudSpan(rig.recorder.stop())).lowerBound
            let lateness = rig.events.timed.compactMap { event, at -> Double? in
                guard case .heard(let position) = event else { return nil }
                // The word with this end is over when the next tenth of a second begins.
                let due = soundBegan + .milliseconds(100 * (position.characters + 1) / 10)
                return (at - due) / .milliseconds(1)
            }.sorted()
            #expect(lateness.count == 15)
            #expect(abs(lateness[lateness.count / 2]) < 100, "\(lateness)")
            Measurements.note("word heard → reported, median", .milliseconds(lateness[lateness.count / 2]))
        }

        @Test func stopSilencesTheSpeakerInMidWord() async throws {
            rig.begin()
            rig.player.enqueue(rig.speech(seconds: 5), clause: 0)
            #expect(await rig.events.wait { $0.contains(.heard(HeardPosition(clause: 0, characters: 49))) })
            let stopped = ContinuousClock.now
            rig.player.stop()
            let count = rig.events.all.count
            #expect(await eventually { rig.recorder.recording().instantOfEnd > stopped + .seconds(3) })
            let span = try #require(rig.loudSpan(rig.recorder.stop()))
            #expect(rig.events.all.count <= count + 1, "nothing is reported after a stop")
            // Half of it is left: a stop that waited for the sound to run out would take seconds.
            #expect(span.upperBound < stopped + .seconds(1), "silent after \(span.upperBound - stopped)")
            Measurements.note("stop → speaker silent", span.upperBound - stopped)
        }
    }
}
