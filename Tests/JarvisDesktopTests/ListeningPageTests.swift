// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone page of the settings: choosing cards by keyboard, the level meter and the sample recording.

import Testing

@testable import JarvisSettingsUI

@Suite(.serialized)
struct ListeningPageTests {
    private func objects(
        _ place: String, keys: [String] = ["shift"], _ options: [String] = []
    ) async throws -> [SeenObject] {
        try await SeenObject.all(after: keys, ["--place", place] + options)
    }

    @Test func arrowKeysSelectACard() async throws {
        let seen = try await objects("listening")
        let cards = seen.filter { $0.role == "radio button" }
        #expect(
            cards.map(\.name) == [
                "Detection mode: Microphone button only", "Detection mode: Push to talk", "Detection mode: Automatic",
                "Detection mode: Automatic, hold to keep open", "Patience: Quick", "Patience: Normal",
                "Patience: Relaxed",
            ], "\(seen)")
        #expect(
            cards.filter { $0.states.contains("checked") }.map(\.name) == [
                "Detection mode: Automatic", "Patience: Normal",
            ])
        #expect(seen.focused == "Detection mode: Automatic")
        let next = try await objects("listening", keys: ["Left"])
        #expect(next.focused == "Detection mode: Push to talk", "\(next)")
        #expect(next.first { $0.name == "Detection mode: Push to talk" }?.states.contains("checked") == true)
        #expect(next.buttons.contains("Reset Detection mode"))
        // The cards are a single Tab stop.
        let passed = try await objects("listening", keys: ["Tab", "Tab", "Tab"])
        #expect(passed.focused == "Patience: Normal", "\(passed)")
    }

    @Test func theMeterIsDescribedAndSilenceExplained() async throws {
        let seen = try await objects("detection.sensitivity")
        let meter = seen.first { $0.name == "What the microphone hears" }
        #expect(meter != nil, "\(seen)")
        #expect(seen.contains { $0.name == "Bars above the line count as speech. Nothing is recorded." }, "\(seen)")
        let muted = try await objects("detection.sensitivity", keys: ["ctrl+m"])
        #expect(muted.contains { $0.name == "The microphone is muted. Press Ctrl+M to unmute it." }, "\(muted)")
    }

    @Test func playButtonsAreDisabledUntilASampleExists() async throws {
        let seen = try await objects("hear-processing")
        #expect(seen.focused == "Hear the difference: Record 5 seconds", "\(seen)")
        for name in ["Play original", "Play processed"] {
            let button = seen.first { $0.name == "Hear the difference: \(name)" }
            #expect(button?.states.contains("sensitive") == false, "\(seen)")
        }
        // By the time the tree is read, the recording may be over.
        let recorded = try await objects("hear-processing", keys: ["space"])
        #expect(recorded.contains { $0.name.hasPrefix("Record") && $0.role == "status bar" }, "\(recorded)")
    }
}

struct HearingHistoryTests {
    @Test func theThresholdFallsAsTheSensitivityRises() {
        let places = stride(from: 0.0, through: 100, by: 10).map { HearingHistory.threshold($0) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 > $1 })
        #expect(places.allSatisfy { (0.05...0.95).contains($0) })
    }

    @Test func detectedSpeechIsAboveTheLineAtEverySensitivity() {
        for sensitivity in stride(from: 0.0, through: 100, by: 5) {
            let threshold = HearingHistory.threshold(sensitivity)
            #expect(HearingHistory.evidence(0.5, threshold: threshold) == threshold)
            #expect(HearingHistory.evidence(0.51, threshold: threshold) > threshold)
            #expect(HearingHistory.evidence(0.49, threshold: threshold) < threshold)
            #expect(HearingHistory.evidence(0, threshold: threshold) == 0)
            #expect(HearingHistory.evidence(1, threshold: threshold) == 1)
        }
    }

    @Test func onlyTheNewestBarsAreKept() {
        var history = HearingHistory()
        for number in 0..<10 {
            history.add(.init(level: Double(number), evidence: 0, isSpeech: false), keeping: 4)
        }
        #expect(history.bars.map(\.level) == [6, 7, 8, 9])
    }
}
