// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling, pinching, zoom and hue, and double taps.

import GtkKit
import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop

struct GestureTests {
    private typealias Step = ScrollController.Step

    @Test func twoUpwardWheelClicksOpenTheHistory() {
        var scrolling = ScrollRecognizer()
        #expect(scrolling.scroll(Step(distance: -1), at: 1) == nil)
        #expect(scrolling.scroll(Step(distance: -1), at: 1.1) == .history)
        #expect(scrolling.scroll(Step(distance: -1), at: 1.2) == nil, "once")
    }

    @Test func slowAndDownwardScrollingOpensNothing() {
        var scrolling = ScrollRecognizer()
        for number in 0..<10 {
            #expect(scrolling.scroll(Step(distance: -1), at: Double(number)) == nil)
            #expect(scrolling.scroll(Step(distance: 1), at: Double(number) + 0.1) == nil)
            #expect(scrolling.scroll(Step(distance: -1), at: Double(number) + 0.2) == nil)
        }
    }

    @Test func pixelScrollingOpensTheHistory() {
        var scrolling = ScrollRecognizer()
        let outcomes = (0..<6).map { number in
            scrolling.scroll(Step(distance: -11, isInPixels: true), at: Double(number) / 60)
        }
        #expect(outcomes == [nil, nil, nil, nil, nil, .history])
    }

    @Test func controlScrollingZooms() {
        var scrolling = ScrollRecognizer()
        var tuning = VisualizerTuning()
        for _ in 0..<3 {
            guard case .zoom(let factor) = scrolling.scroll(Step(distance: -1, isControlDown: true), at: 1) else {
                Issue.record("no zoom")
                return
            }
            tuning.zoom(by: factor)
        }
        #expect(abs(tuning.zoom - 1.35) < 0.01)
        #expect(scrolling.scroll(Step(distance: -1), at: 1.1) == nil, "zooming counts for nothing else")
    }

    @Test func zoomAndHueStayInRange() {
        var tuning = VisualizerTuning()
        tuning.zoom(by: 9)
        #expect(tuning.zoom == 2)
        tuning.zoom(by: 0.01)
        #expect(tuning.zoom == 0.5)
        tuning.turn(by: -15)
        #expect(tuning.hue == 345)
        tuning.turn(by: 30)
        #expect(tuning.hue == 15)
        var appearance = AppearanceSettings()
        tuning.write(to: &appearance)
        #expect(appearance.zoom == 0.5 && appearance.hue == 15)
        #expect(VisualizerTuning(appearance) == tuning)
    }

    @Test func spreadingFingersZoomsWithoutTurning() {
        var pinching = PinchRecognizer()
        #expect(pinching.change(scale: 2, angle: 0) == nil, "no fingers yet")
        pinching.begin(VisualizerTuning())
        #expect(pinching.change(scale: 1.04, angle: 0.1) == nil)
        let tuning = pinching.change(scale: 1.5, angle: 0.1)
        #expect(tuning?.zoom == 1.5 && tuning?.hue == 0)
        let back = pinching.change(scale: 1.01, angle: 0.1)
        #expect(back?.zoom == 1.01, "once it zooms it follows")
    }

    @Test func rotatingFingersTurnsTheHue() throws {
        var start = VisualizerTuning()
        start.turn(by: 350)
        var pinching = PinchRecognizer()
        pinching.begin(start)
        let turned = pinching.change(scale: 1.02, angle: .pi / 6)
        let tuning = try #require(turned)
        #expect(tuning.zoom == 1 && abs(tuning.hue - 20) < 1e-9)
        let turnedBack = pinching.change(scale: 1.02, angle: 2 * .pi - .pi / 6)
        let back = try #require(turnedBack)
        #expect(abs(back.hue - 320) < 1e-9, "nearly a full turn is a small one backwards")
    }

    @Test func theVisualizerFitsItsField() {
        for (fit, field) in [(0.8, 480), (0.9, 640), (1, 640)] {
            for factor in [0.5, 1, 1.7, 2] {
                let zoom = ZoomFollower.fitted(factor, fit: fit, field: field)
                #expect(zoom * 400 <= Double(field))
                #expect(zoom >= 0.25)
            }
        }
        #expect(ZoomFollower.fitted(1, fit: 1, field: 640) == 1)
        #expect(ZoomFollower.fitted(2, fit: 1, field: 640) == 1.6)
    }

    @Test func zoomFollowsSmoothlyToItsTarget() {
        var follower = ZoomFollower()
        #expect(follower.advance(to: 1) == 1)
        follower.target = 2
        let first = follower.advance(to: 1 + 1.0 / 60)
        #expect(first > 1.1 && first < 1.5)
        var last = first
        for frame in 2...60 {
            let next = follower.advance(to: 1 + Double(frame) / 60)
            #expect(next >= last)
            last = next
        }
        #expect(last == 2)
        follower.target = 0.5
        #expect(follower.advance(to: 2.1, jumps: true) == 0.5)
    }

    @Test func doubleTapCancelsTheRecordingOfItsFirstTap() {
        var tap = DoubleTap()
        tap.tapped(in: .idle)
        #expect(tap.doubled(in: .recording, startedBy: .tap) == [.cancelRequested])
        tap.tapped(in: .listening(for: .speech))
        #expect(tap.doubled(in: .recording, startedBy: .tap) == [.cancelRequested, .started])
        #expect(tap.doubled(in: .recording, startedBy: .tap).isEmpty, "once")
    }

    @Test(arguments: [ConversationPhase.recording, .speaking, .thinking, .held])
    func doubleTapCancelsNothingElse(before: ConversationPhase) {
        var tap = DoubleTap()
        tap.tapped(in: before)
        #expect(tap.doubled(in: .recording, startedBy: .tap).isEmpty)
        tap.tapped(in: .idle)
        #expect(tap.doubled(in: .transcribing, startedBy: .tap).isEmpty)
    }
}
