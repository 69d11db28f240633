// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisSignal
import Synchronization
import Testing

@testable import JarvisAudio

struct FrameCutterTests {
    private let events = EventCollector<MicrophoneEvent>()
    private let controls = CaptureControls()
    private let meters = AudioMeters()

    private func delivery() -> FrameDelivery {
        FrameDelivery { [events] in events.add($0) }
    }

    private func cutter(_ delivery: FrameDelivery) -> FrameCutter {
        FrameCutter(
            ring: delivery.ring, controls: controls, meters: meters, eventDescriptor: delivery.eventDescriptor,
            detector: SpectralVoiceDetector())
    }

    @Test func channelsInOppositePhaseDoNotCancelOut() {
        controls.processing.controlsGain.store(false, ordering: .relaxed)
        let delivery = delivery()
        let cutter = cutter(delivery)
        cutter.restart(channelCount: 2)
        let samples = chirp(seconds: 0.2)
        let pairs = samples.flatMap { [$0, -$0] }
        var start = 0
        for size in [1, 319, 320, 700, 13, 1000, 847] {
            pairs.withUnsafeBufferPointer { pairs in
                if let base = pairs.baseAddress { cutter.accept(base + 2 * start, count: size) }
            }
            start += size
        }
        delivery.post(.closed)
        delivery.run()
        #expect(events.all.compactMap(\.frame).flatMap(\.samples) == filtered(samples))
        #expect(cutter.acceptedCount == 3_200)
    }

    @Test func piecesOfAnySizeBecomeCompleteFrames() {
        controls.processing.controlsGain.store(false, ordering: .relaxed)
        let delivery = delivery()
        let cutter = cutter(delivery)
        let samples = chirp(seconds: 0.2)
        var start = 0
        for size in [1, 319, 320, 700, 13, 1000, 847] {
            samples.withUnsafeBufferPointer { samples in
                if let base = samples.baseAddress { cutter.accept(base + start, count: size) }
            }
            start += size
        }
        delivery.post(.closed)
        delivery.run()
        let frames = events.all.compactMap(\.frame)
        #expect(frames.flatMap(\.samples) == filtered(samples))
        #expect(frames.map(\.sampleIndex) == (0..<10).map { $0 * 320 })
        #expect(events.all.last?.isClosed == true)
        #expect(meters.inputLevel > 0)
    }

    @Test func noiseSuppressionKeepsTheFirstWord() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let detectors = VoiceDetectors(resources: ResourceLocator(roots: [root]))
        #expect(detectors.fault == nil)
        let file = try #require(try AtomicFile.read(root + "/data/demo/question.wav"))
        let samples = try WAVFile.decode(file).int16Samples(atRate: 16_000)
        let start = try #require(detectors.make().process(all: samples).firstIndex { $0.isSpeech }) + 5
        controls.processing.suppressesNoise.store(true, ordering: .relaxed)
        let delivery = delivery()
        let cutter = FrameCutter(
            ring: delivery.ring, controls: controls, meters: meters, eventDescriptor: delivery.eventDescriptor,
            detector: detectors.make())
        // Starts in the middle of the first word, with nothing before it.
        let cut = Array(samples[(start * 320)...].prefix(25 * 320))
        cut.withUnsafeBufferPointer { cut in
            if let base = cut.baseAddress { cutter.accept(base, count: cut.count) }
        }
        delivery.post(.closed)
        delivery.run()
        let found = events.all.compactMap(\.frame).count { $0.isSpeech }
        // It is 12 if the room has been heard before.
        #expect(found >= 10, "\(found) of 25 frames")
    }

    @Test func holesInTheStreamBecomeSilence() {
        let delivery = delivery()
        cutter(delivery).accept(nil, count: 640)
        delivery.post(.closed)
        delivery.run()
        #expect(
            events.all.compactMap(\.frame).map(\.samples) == Array(repeating: Array(repeating: 0, count: 320), count: 2)
        )
    }

    @Test func aStalledListenerLosesTheNewestFramesAndIsNotified() {
        let delivery = delivery()
        let cutter = cutter(delivery)
        delivery.post(.opened(device: "test"))
        for _ in 0..<130 { cutter.accept(nil, count: 320) }
        delivery.post(.closed)
        delivery.run()
        #expect(events.all.compactMap(\.frame).count == 128)
        #expect(events.all.first?.isOpened == true)
        #expect(events.all.contains { if case .overrun(2) = $0 { true } else { false } })
        #expect(events.all.last?.isClosed == true)
    }

    @Test func eventsKeepTheirPlaceAmongTheFrames() {
        let delivery = delivery()
        let cutter = cutter(delivery)
        cutter.accept(nil, count: 320)
        delivery.post(.failed(.noDevice(.input)))
        cutter.accept(nil, count: 320)
        delivery.post(.closed)
        delivery.run()
        #expect(events.all.count == 4)
        #expect(events.all.dropFirst().first?.failure == .noDevice(.input))
    }

    @Test(arguments: [Int16.min, Int16.max, 0, 1, -1]) func levelsStayFiniteAtEveryExtreme(value: Int16) {
        controls.processing.controlsGain.store(false, ordering: .relaxed)
        let delivery = delivery()
        let cutter = cutter(delivery)
        // The worst clipping: from one end of the range to the other.
        let constant = [Int16](repeating: value, count: 3_200)
        let square = (0..<3_200).map { $0 / 40 % 2 == 0 ? value : ~value }
        for samples in [constant, square] {
            samples.withUnsafeBufferPointer { cutter.accept($0.baseAddress, count: $0.count) }
        }
        cutter.accept(nil, count: 0)
        delivery.post(.closed)
        delivery.run()
        let frames = events.all.compactMap(\.frame)
        #expect(frames.flatMap(\.samples).count == constant.count + square.count, "nothing is lost")
        #expect(frames.prefix(10).flatMap(\.samples).allSatisfy { $0 == 0 }, "an offset is no sound")
        #expect(frames.allSatisfy { (-100...0).contains($0.levelDBFS) })
        #expect((0...1).contains(meters.inputLevel))
    }

    @Test func fragmentsWithoutBytesChangeNothing() {
        let delivery = delivery()
        let cutter = cutter(delivery)
        let samples = chirp(seconds: 0.02)
        samples.withUnsafeBufferPointer { samples in
            cutter.accept(samples.baseAddress, count: 100)
            cutter.accept(samples.baseAddress, count: 0)
            cutter.accept(nil, count: 0)
            if let base = samples.baseAddress { cutter.accept(base + 100, count: 220) }
        }
        delivery.post(.closed)
        delivery.run()
        #expect(events.all.compactMap(\.frame).map(\.samples) == [filtered(samples)])
    }
}
