// SPDX-License-Identifier: GPL-3.0-or-later
// Watching a microphone, and recording a few seconds of it in memory.

import JarvisAssistant
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HearingTrialTests {
    private func frame(_ likelihood: Float, isSpeech: Bool = false) -> MicrophoneEvent {
        .frame(
            AudioFrame(
                samples: [Int16](repeating: 300, count: AudioFrame.samplesPerFrame), sampleIndex: 0,
                isSpeech: isSpeech, levelDBFS: -40, likelihood: likelihood))
    }

    @Test func aLookReportsThePeakSinceTheLastOne() {
        let microphone = FakeMicrophone()
        let trial = HearingTrial(microphone: microphone)
        trial.begin(device: "usb", sensitivity: 70, processing: SoundProcessing())
        #expect(trial.isOpen && trial.look().condition == .opening)
        for likelihood: Float in [0.2, 0.9, 0.3] { microphone.send(frame(likelihood, isSpeech: likelihood > 0.5)) }
        let finding = trial.look()
        #expect(finding.condition == .working && finding.likelihood == 0.9 && finding.isSpeaking)
        microphone.send(frame(0.1))
        #expect(trial.look().likelihood == 0.1 && !trial.look().isSpeaking)
    }

    @Test func muteAndFailuresAreReported() {
        let microphone = FakeMicrophone()
        let trial = HearingTrial(microphone: microphone)
        trial.begin(device: nil, sensitivity: 50, processing: SoundProcessing())
        microphone.send(.mutedBySystem(true))
        microphone.send(frame(1))
        #expect(trial.look().condition == .muted)
        microphone.send(.mutedBySystem(false))
        microphone.send(frame(1))
        #expect(trial.look().condition == .working)
        microphone.send(.failed(.noDevice(.input)))
        #expect(trial.look().condition == .failed(.noDevice(.input)))
        trial.end()
        #expect(!microphone.isOpen && !trial.isOpen)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct SoundTrialTests {
    private let plain = FakeMicrophone()
    private let other = FakeMicrophone()

    private func trial() -> SoundTrial {
        SoundTrial(player: FakePlayer(), plain: plain, withoutEcho: other) { samples, processing in
            samples.map { $0 + (processing.suppressesNoise ? 1 : 0) + (processing.controlsGain ? 2 : 0) }
        }
    }

    @Test func bothMicrophonesAreRecordedForTheGivenTime() async throws {
        let trial = trial()
        async let recorded = trial.record(seconds: 0.1, device: "usb")
        await yieldUntil { plain.isOpen && other.isOpen }
        plain.send(seconds: 0.2, isSpeech: true, value: 100)
        other.send(seconds: 0.2, isSpeech: true, value: 200)
        let sample = try await recorded
        #expect(sample.plain == [Int16](repeating: 100, count: 1600))
        #expect(sample.withoutEcho == [Int16](repeating: 200, count: 1600))
        #expect(!plain.isOpen && !other.isOpen, "nothing is heard any longer")
        #expect(plain.processing.cancelsEcho == false && other.processing.cancelsEcho)
        var processing = SoundProcessing()
        #expect(trial.heard(sample, processing).first == 203)
        (processing.cancelsEcho, processing.suppressesNoise) = (false, false)
        #expect(trial.heard(sample, processing).first == 102)
    }

    @Test func aFailingMicrophoneEndsTheRecording() async throws {
        let trial = trial()
        async let recorded = trial.record(seconds: 5, device: nil)
        await yieldUntil { plain.isOpen && other.isOpen }
        plain.send(.failed(.noDevice(.input)))
        other.send(.failed(.noDevice(.input)))
        do {
            _ = try await recorded
            Issue.record("it was recorded nevertheless")
        } catch {
            #expect(error is AudioFailure)
        }
        #expect(!plain.isOpen && !other.isOpen)
    }
}
