// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the voice screen, from the smallest window to the largest screen and at double text size.

import GtkKit
import JarvisVisuals
import Testing

@testable import JarvisDesktop

struct VoiceScreenLayoutTests {
    /// Layout for a window of this outer size; its content is smaller by the frame.
    private func layout(_ width: Int, _ height: Int, card: Int = 0, timer: Int = 0, transcript: Int = 0, text: Int = 1)
        -> VoiceScreenLayout
    {
        VoiceScreenLayout(
            VoiceScreenLayout.Needs(
                width: width - 8, height: height - 8, frame: 4, cardHeight: card, timerHeight: timer,
                transcriptHeight: transcript * text,
                statusHeight: 27 * text + 8, hintHeight: 22 * text))
    }

    @Test(arguments: [(1100, 1080), (1920, 1080), (3840, 2160)])
    func tallWindowsKeepAllDistances(width: Int, height: Int) {
        let places = layout(width, height, card: 74)
        let usual = SceneSize(width: Double(width - 8), height: Double(height - 8)).visualizerDiameter
        #expect(abs(places.diameter - usual) < 0.01)
        #expect(places.diameter / Double(height) > 0.45 && places.diameter / Double(height) < 0.5)
        #expect(places.centerY == Double(height) / 2 - 4, "in the middle")
        #expect(places.card.y + 4 == 80 && places.card.width == width - 40 && places.card.x + 4 == 20)
        let visualizerBottom = places.centerY + places.diameter / 2
        // The line's dark ground reaches 4 px above its text.
        #expect(abs(Double(places.statusTop + 4) - visualizerBottom - 40) <= 1 || height == 2160)
        let buttonsBottom = places.rowCenter + 30 + 4
        #expect(height - buttonsBottom == 100)
    }

    @Test(arguments: [
        (1000, 700, ScreenStep.usual), (1279, 2000, .usual), (1280, 960, .large), (1920, 1080, .large),
        (2560, 1440, .large), (3840, 2160, .vast),
    ])
    func largeWindowsUseLargerControls(width: Int, height: Int, step: ScreenStep) {
        #expect(ScreenStep(width: width, height: height) == step)
        var needs = VoiceScreenLayout.Needs(width: width, height: height)
        needs.factor = step.factor
        let grown = VoiceScreenLayout(needs)
        #expect(grown.centerY + grown.diameter / 2 <= Double(grown.statusTop) + 1)
        #expect(Double(grown.rowCenter - grown.statusTop) > 47 * step.factor + 34)
        #expect(Double(height - grown.rowCenter) > 30 * step.factor + 40)
    }

    @Test func theVisualizerStaysLargeInLowWindows() {
        #expect(layout(1000, 700, card: 74).diameter >= 350)
        #expect(layout(1000, 760, card: 74).diameter >= 390)
        #expect(layout(480, 640, card: 0).diameter >= 300)
    }

    @Test(arguments: [
        (480, 640, 0, 1), (480, 640, 120, 1), (480, 640, 240, 2), (1000, 700, 120, 1), (1000, 700, 240, 2),
        (1000, 800, 120, 2), (1920, 1080, 240, 2), (960, 490, 0, 1), (960, 490, 120, 1),
    ])
    func nothingOverlapsTexts(width: Int, height: Int, card: Int, text: Int) {
        for transcript in [0, 33] {
            let places = layout(width, height, card: card, transcript: transcript, text: text)
            let radius = places.diameter / 2
            #expect(places.centerY + radius <= Double(places.statusTop) + 1)
            if card > 0 { #expect(places.centerY - radius >= Double(places.card.y + places.card.height)) }
            #expect(places.card.height >= min(card, 96) && places.card.height <= card)
            #expect(places.statusTop + 27 * text + 8 <= places.rowCenter - 46, "the widest ring ends below")
            #expect(places.hintTop + 22 * text <= height - 8, "the hint is in the window")
            #expect(places.hintTop >= places.rowCenter + 46)
            #expect(places.transcriptBottom < places.statusTop)
            #expect(places.bannerBottom < places.rowCenter - 46, "the microphone stays in reach")
        }
    }

    @Test(arguments: [
        (480, 640, 0, 1), (480, 640, 120, 1), (480, 640, 240, 2), (1000, 700, 120, 1), (1000, 700, 240, 2),
        (1000, 920, 74, 1),
    ])
    func theTimerFitsBetweenCardAndVisualizer(width: Int, height: Int, card: Int, text: Int) {
        let places = layout(width, height, card: card, timer: 44, text: text)
        #expect(places.timerTop >= places.card.y + places.card.height)
        #expect(places.timerTop >= 76, "below the header")
        #expect(places.centerY - places.diameter / 2 >= Double(places.timerTop + 44) || height < 700 && text > 1)
        #expect(places.centerY + places.diameter / 2 <= Double(places.statusTop) + 1)
        let without = layout(width, height, card: card, text: text)
        #expect(places.statusTop == without.statusTop && places.rowCenter == without.rowCenter)
    }

    @Test func theVisualizerNeverShrinksAsTheWindowGrows() {
        let diameters = stride(from: 640, through: 1200, by: 10).map { layout(1000, $0, card: 74).diameter }
        #expect(zip(diameters, diameters.dropFirst()).allSatisfy { $0 <= $1 + 0.01 })
    }
}
