// SPDX-License-Identifier: GPL-3.0-or-later
// Speech as the program produces it and as it leaves the speaker: synthesized, or played and recorded at the monitor.

import JarvisAudio
import JarvisCore
import JarvisSignal
import Synchronization

/// Mono sound of one clause at 22 050 Hz, with its words.
struct SpokenSound {
    static let rate = 22_050

    var samples: [Int16] = []
    var words: [SpokenWord] = []

    /// The seconds from the first to the last sample above −43 dBFS.
    var seconds: Double {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 230 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 230 })
        else { return 0 }
        return Double(last - first) / Double(Self.rate)
    }

    /// The synthesized sound of a clause, at a common rate.
    static func synthesized(
        _ clause: String, _ prosody: Prosody, by synthesizer: any SpeechSynthesizer
    ) async throws -> SpokenSound {
        var sound = SpokenSound()
        var rate = Self.rate
        for try await piece in synthesizer.synthesize(clause, prosody: prosody) {
            sound.samples += piece.samples
            sound.words += piece.words
            rate = piece.sampleRateHertz
        }
        guard rate != Self.rate else { return sound }
        sound.samples = WAVFile(samples: sound.samples, sampleRateHertz: rate).int16Samples(atRate: Self.rate)
        for index in sound.words.indices {
            sound.words[index].sampleOffset = sound.words[index].sampleOffset * Self.rate / rate
        }
        return sound
    }

    /// The clause played by the real player and recorded at the monitor of the default speaker.
    static func recorded(
        _ clause: String, _ prosody: Prosody, by synthesizer: any SpeechSynthesizer
    ) async throws -> SpokenSound {
        let speaker = MonitoredSpeaker()
        try await speaker.start()
        let (events, report) = AsyncStream.makeStream(of: PlaybackEvent.self)
        speaker.player.begin(device: nil) { report.yield($0) }
        for try await piece in synthesizer.synthesize(clause, prosody: prosody) {
            speaker.player.enqueue(piece, clause: 0)
        }
        speaker.player.finish()
        for await event in events {
            if event == .finished { break }
            if case .failed(let failure) = event { throw failure }
        }
        return SpokenSound(samples: await speaker.recording().samples)
    }
}

/// A player and a recorder on the sound server of the environment.
final class MonitoredSpeaker: Sendable {
    let player = PulsePlayer(meters: AudioMeters())
    private let recorder = SourceRecorder(source: SourceRecorder.defaultMonitor, sampleRateHertz: SpokenSound.rate)

    /// Returns once the recording runs.
    func start() async throws {
        try await recorder.start()
        while recorder.recording().samples.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// The recording up to a fifth of a second from now.
    func recording() async -> SourceRecording {
        try? await Task.sleep(for: .milliseconds(200))
        return recorder.stop()
    }
}
