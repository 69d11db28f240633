// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishing taps, holds, double taps and swipes, on a simulated clock.

import Testing

@testable import JarvisDesktopKit

struct PressRecognizerTests {
    private typealias Point = PressRecognizer.Point

    private let middle = Point(x: 300, y: 300)

    private func tap(_ recognizer: inout PressRecognizer, at time: Double, _ place: Point?) -> PressRecognizer.Outcome?
    {
        recognizer.begin(at: time, place)
        return recognizer.end(at: time + 0.08)
    }

    @Test func tapsAreReportedOnRelease() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        #expect(recognizer.isPressed)
        #expect(recognizer.advance(to: 1.29) == nil)
        #expect(recognizer.end(at: 1.29) == .tap)
        #expect(!recognizer.isPressed)
    }

    @Test func pressingFor300MillisecondsIsAHold() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, nil)
        #expect(recognizer.deadline == 1.3)
        #expect(recognizer.advance(to: 1.3) == .holdBegan)
        #expect(recognizer.deadline == nil)
        #expect(recognizer.advance(to: 2) == nil, "it begins once")
        #expect(recognizer.end(at: 9) == .holdEnded)
    }

    @Test func aQuickSecondPressIsADoubleTap() {
        var recognizer = PressRecognizer()
        #expect(tap(&recognizer, at: 1, middle) == .tap, "the first is not waited with")
        #expect(tap(&recognizer, at: 1.4, Point(x: 310, y: 295)) == .doubleTap)
        #expect(tap(&recognizer, at: 1.5, middle) == .tap, "a third begins again")
    }

    @Test func slowOrDistantPressesAreSeparateTaps() {
        var recognizer = PressRecognizer()
        #expect(tap(&recognizer, at: 1, middle) == .tap)
        #expect(tap(&recognizer, at: 1.41, middle) == .tap)
        #expect(tap(&recognizer, at: 1.6, Point(x: 340, y: 300)) == .tap)
    }

    @Test func keysAndButtonsNeverDoubleTap() {
        var recognizer = PressRecognizer()
        for number in 0..<6 { #expect(tap(&recognizer, at: Double(number) / 10, nil) == .tap) }
        #expect(tap(&recognizer, at: 0.65, middle) == .tap, "nor the first half of one")
        #expect(tap(&recognizer, at: 0.75, nil) == .tap, "nor the second")
    }

    @Test func holdingTheSecondPressIsAHold() {
        var recognizer = PressRecognizer()
        _ = tap(&recognizer, at: 1, middle)
        recognizer.begin(at: 1.2, middle)
        #expect(recognizer.advance(to: 1.5) == .holdBegan)
        #expect(recognizer.end(at: 2) == .holdEnded)
    }

    @Test(arguments: [(-60.0, PressRecognizer.Direction.up), (60, .down), (250, .down)])
    func aQuickVerticalDragIsASwipe(height: Double, direction: PressRecognizer.Direction) {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        recognizer.move(to: Point(x: 305, y: 300 + height / 2))
        #expect(!recognizer.isPressed, "it is no tap any more")
        #expect(recognizer.advance(to: 1.4) == nil, "and no hold")
        recognizer.move(to: Point(x: 310, y: 300 + height))
        #expect(recognizer.end(at: 1.5) == .swipe(direction))
    }

    @Test(arguments: [
        (Point(x: 300, y: 345), 1.2), (Point(x: 420, y: 370), 1.2), (Point(x: 300, y: 500), 2.0),
        (Point(x: 500, y: 300), 1.2),
    ])
    fileprivate func shortSlantedOrSlowDragsAreIgnored(place: PressRecognizer.Point, end: Double) {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        recognizer.move(to: place)
        #expect(recognizer.end(at: end) == nil)
        #expect(tap(&recognizer, at: end + 0.1, middle) == .tap, "nor half of a double tap")
    }

    @Test func aDragBackToItsStartIsNotATap() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        recognizer.move(to: Point(x: 330, y: 300))
        recognizer.move(to: middle)
        #expect(recognizer.end(at: 1.2) == nil)
    }

    @Test func smallMovesKeepATapAndHoldsMayWander() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        recognizer.move(to: Point(x: 308, y: 308))
        #expect(recognizer.end(at: 1.1) == .tap)
        recognizer.begin(at: 3, middle)
        #expect(recognizer.advance(to: 3.3) == .holdBegan)
        recognizer.move(to: Point(x: 10, y: 600))
        #expect(recognizer.isHeld)
        #expect(recognizer.end(at: 3.6) == .holdEnded)
    }

    @Test func aSecondFingerCancelsThePress() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, middle)
        #expect(recognizer.cancel() == nil)
        #expect(recognizer.advance(to: 2) == nil, "a pinch is no hold")
        #expect(recognizer.end(at: 2) == nil)
        recognizer.begin(at: 3, middle)
        _ = recognizer.advance(to: 3.3)
        #expect(recognizer.cancel() == .holdEnded, "the microphone never stays open by accident")
    }

    @Test func repeatedBeginsCountAsOnePress() {
        var recognizer = PressRecognizer()
        recognizer.begin(at: 1, nil)
        recognizer.begin(at: 1.2, nil)
        #expect(recognizer.deadline == 1.3)
        #expect(recognizer.end(at: 1.25) == .tap)
        #expect(recognizer.end(at: 1.26) == nil)
    }
}
