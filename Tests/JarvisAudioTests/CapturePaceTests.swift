// SPDX-License-Identifier: GPL-3.0-or-later
// When the threads of an open microphone rest, and what wakes them.

import Glibc
import JarvisCore
import JarvisSignal
import Synchronization
import Testing

@testable import JarvisAudio

struct CapturePaceTests {
    /// A detector that finds a voice in every loud frame.
    private final class LoudnessDetector: VoiceActivityDetector {
        let samplesPerFrame = AudioFrame.samplesPerFrame
        var sensitivityPercent = 50.0

        func reset() {}

        func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity {
            let isLoud = frame.contains { $0 > 1000 || $0 < -1000 }
            return VoiceActivity(isSpeech: isLoud, likelihood: isLoud ? 1 : 0, levelDBFS: isLoud ? -20 : -80)
        }
    }

    private let events = EventCollector<MicrophoneEvent>()
    private let controls = CaptureControls()

    private func cutter(_ delivery: FrameDelivery) -> FrameCutter {
        controls.processing.suppressesNoise.store(false, ordering: .relaxed)
        controls.processing.controlsGain.store(false, ordering: .relaxed)
        return FrameCutter(
            ring: delivery.ring, controls: controls, meters: AudioMeters(), eventDescriptor: delivery.eventDescriptor,
            detector: LoudnessDetector())
    }

    private func accept(_ cutter: FrameCutter, frames: Int, isLoud: Bool = false) {
        for _ in 0..<frames {
            let frame = (0..<AudioFrame.samplesPerFrame).map { isLoud ? Int16($0 % 2 == 0 ? 9_000 : -9_000) : 0 }
            frame.withUnsafeBufferPointer { cutter.accept($0.baseAddress, count: $0.count) }
        }
    }

    @Test func theRestBeginsAfterTwoQuietSecondsOfWaiting() {
        var pace = CapturePace()
        for _ in 0..<99 { pace.take(isEventful: false, mayRest: true) }
        #expect(!pace.isResting && pace.fragmentFrames == 1 && pace.isDue(waiting: 1))
        pace.take(isEventful: false, mayRest: true)
        #expect(pace.isResting && pace.fragmentFrames == 2)
        #expect(!pace.isDue(waiting: 7) && pace.isDue(waiting: 8))
    }

    @Test func aVoiceOrAnotherOrderEndsTheRestAtOnce() {
        for (isEventful, mayRest) in [(true, true), (false, false)] {
            var pace = CapturePace()
            for _ in 0..<500 { pace.take(isEventful: false, mayRest: true) }
            pace.take(isEventful: isEventful, mayRest: mayRest)
            #expect(!pace.isResting && pace.isDue(waiting: 1) && pace.fragmentFrames == 1)
            for _ in 0..<99 { pace.take(isEventful: false, mayRest: true) }
            #expect(!pace.isResting, "it begins again after two seconds")
        }
    }

    @Test func frameByFrameUnlessTheListenerOnlyWaits() {
        var pace = CapturePace()
        for _ in 0..<500 { pace.take(isEventful: false, mayRest: false) }
        #expect(!pace.isResting)
    }

    @Test func aVoiceIsReportedAtItsBeginningAndEverySecond() {
        var news = VoiceNews()
        // Silence, a sentence of four seconds, a pause within it, and another one after a longer silence.
        let frames = [(false, 10), (true, 201), (false, 20), (true, 1), (false, 60), (true, 1)]
            .flatMap { [Bool](repeating: $0.0, count: $0.1) }
        let reports = frames.indices.filter { news.take(isSpeech: frames[$0]) }
        #expect(reports == [10, 60, 110, 160, 210, 292])
    }

    /// The thread that waits is woken for eight frames of silence, and for one of a voice.
    @Test func quietFramesAreCollectedAndAVoiceIsNot() {
        controls.mayRest.store(true, ordering: .relaxed)
        let delivery = FrameDelivery { [events] in events.add($0) }
        let cutter = cutter(delivery)
        accept(cutter, frames: 100)
        #expect(delivery.takeSignals() == 100, "every frame until the rest begins")
        while delivery.ring.pop({ _, _ in }) != nil {}
        accept(cutter, frames: 7)
        #expect(delivery.takeSignals() == 0)
        accept(cutter, frames: 1)
        #expect(delivery.takeSignals() == 1)
        while delivery.ring.pop({ _, _ in }) != nil {}
        accept(cutter, frames: 3)
        accept(cutter, frames: 1, isLoud: true)
        #expect(delivery.takeSignals() == 1, "with its very frame")
        var last: [FrameTag] = []
        while let tag = delivery.ring.pop({ _, tag in tag }) { last.append(tag) }
        #expect(last.map(\.isSpeech) == [false, false, false, true])
        #expect(last.map(\.firstSample) == (108..<112).map { $0 * 320 })
    }

    @Test func collectedFramesComeOutWhenTheListenerNeedsThem() {
        controls.mayRest.store(true, ordering: .relaxed)
        let delivery = FrameDelivery { [events] in events.add($0) }
        let cutter = cutter(delivery)
        accept(cutter, frames: 103)
        _ = delivery.takeSignals()
        delivery.flush()
        #expect(delivery.takeSignals() == 1)
        controls.mayRest.store(false, ordering: .relaxed)
        accept(cutter, frames: 2)
        #expect(delivery.takeSignals() == 2, "from now on one by one")
        delivery.post(.closed)
        delivery.run()
        #expect(events.all.compactMap(\.frame).map(\.sampleIndex) == (0..<105).map { $0 * 320 }, "none is lost")
    }

    @Test func aVoiceIsReportedBeforeItsFrame() {
        let order = Mutex<[String]>([])
        let delivery = FrameDelivery { event in
            if event.frame?.isSpeech == true { order.withLock { $0.append("frame") } }
        } onVoice: {
            order.withLock { $0.append("voice") }
        }
        let cutter = cutter(delivery)
        accept(cutter, frames: 3)
        accept(cutter, frames: 2, isLoud: true)
        delivery.post(.closed)
        delivery.run()
        #expect(order.withLock { $0 } == ["voice", "frame", "frame"])
    }
}

extension FrameDelivery {
    /// How often the delivery thread was signalled since the last call.
    fileprivate func takeSignals() -> UInt64 {
        var count: UInt64 = 0
        var descriptor = pollfd(fd: eventDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) > 0, read(eventDescriptor, &count, 8) == 8 else { return 0 }
        return count
    }
}
