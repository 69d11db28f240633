// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the setup pages: commands, voices, waveform, logo, dots and microphone.

import JarvisAssistant
import JarvisCore
import Testing

@testable import JarvisDesktopKit
@testable import JarvisSettingsUI

struct OnboardingModelTests {
    @Test(arguments: [
        ("Next.", OnboardingCommand.next), ("go back please", .back), ("Jarvis, skip this.", .skip),
        ("skip everything", .skipAll), ("This one!", .choose), ("slower please", .slower),
        ("another voice", .anotherVoice), ("Always.", .listen(.always)), ("push to talk", .listen(.press)),
        ("the wake word, please", .listen(.wakeWord)),
    ])
    func wholeUtterancesAreCommands(said: String, command: OnboardingCommand) {
        #expect(OnboardingCommand(said) == command)
    }

    @Test(arguments: ["next week is fine", "hello JARVIS", "I will be back", "", "the skipper"])
    func otherSpeechIsNotACommand(said: String) {
        #expect(OnboardingCommand(said) == nil)
    }

    @Test func naturalVoicesAreListedFirst() {
        let voices = [
            Voice(id: "en", name: "English", languages: ["en"], kind: .espeak),
            Voice(id: "joe", name: "Joe", languages: ["en"], kind: .natural, byteCount: 63_000_000, licence: "CC0"),
            Voice(id: "de", name: "German", languages: ["de"], kind: .espeak),
        ]
        #expect(VoiceOrder.sorted(voices).map(\.id) == ["joe", "en", "de"])
        #expect(VoiceOrder.greeting(voices[1]).contains("Joe"))
        #expect(VoiceOrder.cost(voices[1]).contains("63 MB") && VoiceOrder.cost(voices[1]).contains("CC0"))
        #expect(VoiceOrder.cost(voices[0]).contains("instant"))
    }

    @Test func waveformBarsShowThePeakOfTheirPart() {
        let peaks = Waveform.peaks(of: [0, 16384, 0, -32768, 0, 0, 8192], each: 2)
        #expect(peaks == [0.5, 1, 0, 0.25])
        #expect(Waveform.bars(peaks, count: 2) == [1, 0.25])
        #expect(Waveform.bars(peaks, count: 8) == [0.5, 0.5, 1, 1, 0, 0, 0.25, 0.25])
        #expect(Waveform.bars([], count: 3) == [0, 0, 0])
    }

    @Test @MainActor func theStartSequenceSummarizesTheChoices() {
        var settings = Settings()
        settings.speech.requiresWakeWord = true
        settings.speech.wakePhrase = "computer"
        let lines = StartSequence.lines(settings, voice: "Joe", hasHeard: true, count: 12)
        #expect(lines[0].contains("Joe") && lines[1].contains("working"))
        #expect(lines[2].contains("computer") && lines[3].contains("12"))
        let silent = StartSequence.lines(Settings(), voice: nil, hasHeard: false, count: 1)
        #expect(silent[0].contains("en-us") && silent[1].contains("not tested"))
    }

    @Test(arguments: ListeningConsent.allCases) func theAnswerDecidesWhenJarvisListens(consent: ListeningConsent) {
        for mode in DetectionMode.allCases {
            for requiresWakeWord in [false, true] {
                var settings = Settings()
                settings.detectionMode = mode
                settings.speech.requiresWakeWord = requiresWakeWord
                let before = settings
                consent.apply(to: &settings)
                #expect(ListeningConsent(settings) == consent)
                #expect(settings.detectionMode.isAutomatic == (consent != .press))
                if ListeningConsent(before) == consent { #expect(settings == before, "nothing else changes") }
            }
        }
    }

    @Test func theLogoAssemblesWithoutGoingBack() {
        let nothing = LogoAssembly(at: 0)
        #expect(nothing.ring == 0 && nothing.core == 0 && nothing.segments.allSatisfy { $0 == 0 })
        #expect(LogoAssembly.whole.ring == 1 && LogoAssembly.whole.core == 1)
        #expect(LogoAssembly.whole.segments.allSatisfy { $0 == 1 } && LogoAssembly.whole.scan == nil)
        var before = nothing
        for step in 1...50 {
            let now = LogoAssembly(at: DesignTokens.Onboarding.assembly * Double(step) / 50)
            #expect(now.ring >= before.ring && now.core >= before.core, "nothing goes back")
            #expect(zip(now.segments, before.segments).allSatisfy { $0 >= $1 })
            before = now
        }
    }

    @Test func energyFlowsFromDotToDot() throws {
        let flow = EnergyFlow(from: 3, to: 1)
        #expect(flow.place(at: 0)?.dot == 3)
        let middle = try #require(flow.place(at: DesignTokens.Onboarding.energy / 2))
        #expect(abs(middle.dot - 2) < 0.001 && middle.strength > 0.5)
        #expect(flow.place(at: DesignTokens.Onboarding.energy) == nil)
        #expect(EnergyFlow(from: 2, to: 2).place(at: 0.1) == nil)
    }

    @Test func microphoneConditionsAreExplained() {
        var finding = MicrophoneFinding()
        let conditions: [(MicrophoneFinding.Condition, String)] = [
            (.opening, "Opening"), (.working, "Say something"), (.silent, "muted or unplugged"), (.muted, "Unmute"),
            (.mutedHere, "Ctrl+M"),
            (.failed(.noDevice(.input)), "type instead"),
            (.failed(.serverUnavailable(reason: "refused")), "You can type"),
        ]
        for (condition, words) in conditions {
            finding.condition = condition
            #expect(MicrophoneWords.condition(finding).contains(words), "\(condition)")
        }
        finding.condition = .working
        finding.noiseFloorDBFS = -30
        #expect(MicrophoneWords.noise(finding).contains("loud"))
        finding.noiseFloorDBFS = -70
        #expect(MicrophoneWords.noise(finding).contains("quiet"))
    }
}
