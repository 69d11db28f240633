// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone check: its findings, what it recognizes, and when it is deaf.

import JarvisAssistant
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MicrophoneCheckTests {
    private let microphone = FakeMicrophone()
    private let recognizer = FakeRecognizer()
    private let check: MicrophoneCheck

    init() {
        check = MicrophoneCheck(microphone: microphone, recognizer: recognizer)
        check.begin(device: "usb", sensitivity: 50, processing: SoundProcessing())
    }

    private func frame(_ level: Float, isSpeech: Bool = false, count: Int = 1) {
        for _ in 0..<count {
            let samples = [Int16](repeating: level <= -95 ? 0 : 300, count: AudioFrame.samplesPerFrame)
            microphone.send(
                .frame(AudioFrame(samples: samples, sampleIndex: 0, isSpeech: isSpeech, levelDBFS: level)))
        }
    }

    @Test func soundShowsTheMicrophoneWorkingAndItsNoise() {
        #expect(check.finding.condition == .opening && check.finding.device == "usb")
        frame(-52, count: 20)
        #expect(check.finding.condition == .working && check.finding.noise == nil)
        frame(-52, count: 20)
        #expect(check.finding.noise == .usual && check.finding.level > 0)
    }

    @Test func onlyFourSecondsOfZeroesCountAsSilence() {
        frame(-100, count: 199)
        #expect(check.finding.condition == .working, "the user is asked to say something meanwhile")
        frame(-100, count: 1)
        #expect(check.finding.condition == .silent)
        frame(-50)
        #expect(check.finding.condition == .working)
        frame(-100, count: 300)
        #expect(check.finding.condition == .working, "a filter may let only speech through")
        frame(-100, count: 500)
        #expect(check.finding.condition == .silent)
    }

    @Test func muteAndFailureAreReportedUntilTheyPass() {
        microphone.send(.mutedBySystem(true))
        frame(-50)
        #expect(check.finding.condition == .muted)
        microphone.send(.mutedBySystem(false))
        frame(-50)
        #expect(check.finding.condition == .working)
        microphone.send(.failed(.noDevice(.input)))
        #expect(check.finding.condition == .failed(.noDevice(.input)))
        frame(-50)
        #expect(check.finding.condition == .working)
    }

    @Test func anUtteranceIsRecognizedOnce() {
        recognizer.hear("hello jarvis")
        microphone.send(seconds: 0.5, isSpeech: false)
        microphone.send(seconds: 0.6, isSpeech: true)
        #expect(check.finding.isSpeaking)
        microphone.send(seconds: 1, isSpeech: false)
        #expect(check.finding.words == "hello jarvis" && !check.finding.isSpeaking)
        #expect(check.takeHeard() == ["hello jarvis"] && check.takeHeard().isEmpty)
    }

    @Test func aDeafCheckRecognizesNothing() {
        recognizer.hear("hello jarvis")
        microphone.send(seconds: 0.6, isSpeech: true)
        check.setDeaf(true)
        #expect(recognizer.sessions.allSatisfy { $0.isCancelled })
        microphone.send(seconds: 0.6, isSpeech: true)
        microphone.send(seconds: 1, isSpeech: false)
        #expect(check.takeHeard().isEmpty && !check.finding.isSpeaking)
        check.setDeaf(false)
        microphone.send(seconds: 0.6, isSpeech: true)
        microphone.send(seconds: 1, isSpeech: false)
        #expect(check.takeHeard() == ["hello jarvis"])
    }

    @Test func endingTheCheckClosesTheMicrophone() {
        microphone.send(seconds: 0.6, isSpeech: true)
        check.end()
        #expect(!microphone.isOpen && !check.isOpen)
        #expect(recognizer.sessions.allSatisfy { $0.isCancelled })
    }
}
