// SPDX-License-Identifier: GPL-3.0-or-later
// A player on a sound server of its own, whose speaker is recorded.

import JarvisAudio
import JarvisCore
import Testing

struct PlayerRig {
    static let rate = 22_050
    let pulse: PrivatePulseServer
    let meters = AudioMeters()
    let player: PulsePlayer
    let recorder: SourceRecorder
    let events = EventCollector<PlaybackEvent>()

    init() async throws {
        pulse = try PrivatePulseServer()
        player = PulsePlayer(server: pulse.server, meters: meters)
        recorder = SourceRecorder(server: pulse.server, source: "speaker.monitor", sampleRateHertz: Self.rate)
        try await recorder.start()
        let recorder = recorder
        #expect(await eventually { !recorder.recording().samples.isEmpty })
    }

    func begin() {
        player.begin(device: nil) { [events] in events.add($0) }
    }

    /// Speech with a ten-character word starting every tenth of a second.
    func speech(seconds: Double) -> SynthesizedAudio {
        SynthesizedAudio(
            samples: chirp(seconds: seconds, rate: Self.rate), sampleRateHertz: Self.rate,
            words: (0..<Int(seconds * 10)).map {
                SpokenWord(startCharacter: $0 * 10, endCharacter: $0 * 10 + 9, sampleOffset: $0 * Self.rate / 10)
            })
    }

    /// The first and last moment at which the recording was louder than −60 dBFS.
    func loudSpan(_ recording: SourceRecording) -> ClosedRange<ContinuousClock.Instant>? {
        guard let first = recording.samples.firstIndex(where: { abs(Int($0)) > 33 }),
            let last = recording.samples.lastIndex(where: { abs(Int($0)) > 33 })
        else { return nil }
        return recording.instant(ofSample: first)...recording.instant(ofSample: last)
    }

    /// Waits until the sound has been over for a tenth of a second.
    func isSilentAgain() async -> Bool {
        await eventually { (loudSpan(recorder.recording())?.upperBound ?? .now) < .now - .milliseconds(100) }
    }
}
