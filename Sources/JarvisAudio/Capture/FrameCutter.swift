// SPDX-License-Identifier: GPL-3.0-or-later
// The capture callback: cuts the server's sound into 20 ms frames, mixes each to one clean channel, measures level and
// speech, and passes the frames on.

import CPulse
import JarvisCore
import JarvisSignal
import Synchronization

/// The metadata of each frame in the ring.
struct FrameTag: Sendable, BitwiseCopyable {
    var firstSample: Int64 = 0
    var levelDBFS: Float = -100
    var isSpeech = false
    var likelihood: Float = 0
    var finding = CaptureProcessor.Finding()
}

/// The settings that other threads may change during capture.
final class CaptureControls: Sendable {
    let isMuted = Atomic<Bool>(false)
    /// Sensitivity in percent, as a bit pattern.
    let sensitivity = Atomic<UInt64>((50.0).bitPattern)
    let processing = ProcessingControls()
    /// True while the listener only waits for a voice.
    let mayRest = Atomic<Bool>(false)
    /// The desktop's screen reader; while it talks, the microphone delivers silence.
    let readerVoice: ReaderVoice?

    init(readerVoice: ReaderVoice? = nil) {
        self.readerVoice = readerVoice
    }

    /// True if sound has to be replaced by silence.
    var isSilenced: Bool { isMuted.load(ordering: .relaxed) || readerVoice?.isSounding == true }
}

/// Used on the capture thread only; `accept` neither allocates nor locks.
final class FrameCutter {
    /// The number of reads per timing report, which gives about 25 reports a second, enough to detect a gap in the
    /// stream within a second. `pa_stream_get_latency` is not used: its smoothed clock runs up to 0.4 % fast or slow
    /// and jumps back, by 100 samples within seconds, and each jump makes the echo canceller lose its room.
    private static let readsPerReport = 2
    /// The same at rest, when no playback has to be removed: six reports a second.
    private static let restingReadsPerReport = 4

    private let ring: FrameRing<FrameTag>
    private let controls: CaptureControls
    private let meters: AudioMeters
    private let eventDescriptor: Int32
    private let detector: any VoiceActivityDetector
    private let processor: CaptureProcessor
    private var clock = CaptureClock()
    private var lastReport = timeval()
    private var readsSinceReport = 0
    private var intake = SoundIntake(channelCount: 1)
    /// A frame of all channels as delivered; `frame` is the same sound in the form that is passed on.
    private let delivered: UnsafeMutablePointer<Int16>
    private let frame: UnsafeMutablePointer<Int16>
    /// The number of samples per channel in the current frame.
    private var filled = 0
    /// The number of samples per channel accepted since creation, wrapping; constant while a source delivers nothing.
    private(set) var acceptedCount = 0
    private var meter = LevelMeter()
    private var firstSample: Int64 = 0
    private var sensitivity: UInt64 = 0
    private var pace = CapturePace()

    init(
        ring: FrameRing<FrameTag>, controls: CaptureControls, meters: AudioMeters, eventDescriptor: Int32,
        detector: any VoiceActivityDetector, reference: PlaybackReference? = nil
    ) {
        precondition(detector.samplesPerFrame == AudioFrame.samplesPerFrame, "detector and frames have one length")
        self.ring = ring
        self.controls = controls
        self.meters = meters
        self.eventDescriptor = eventDescriptor
        self.detector = detector
        processor = CaptureProcessor(reference: reference, controls: controls.processing)
        let most = AudioFrame.samplesPerFrame * ChannelMixer.mostChannels
        delivered = .allocate(capacity: most)
        delivered.initialize(repeating: 0, count: most)
        frame = .allocate(capacity: AudioFrame.samplesPerFrame)
        frame.initialize(repeating: 0, count: AudioFrame.samplesPerFrame)
    }

    deinit {
        delivered.deallocate()
        frame.deallocate()
    }

    /// Starts a new stream: drops the unfinished frame and what is known of the old background. Sample positions
    /// continue.
    /// - Parameter channelCount: The number of channels in the stream, 1…8.
    func restart(channelCount: Int = 1) {
        filled = 0
        intake = SoundIntake(channelCount: min(channelCount, ChannelMixer.mostChannels))
        meter.reset()
        detector.reset()
        processor.restart()
        clock.reset()
        pace.reset()
        meters.setInputLevel(0)
    }

    fileprivate var channelCount: Int { intake.channelCount }

    /// The frames that the server should send at once.
    var fragmentFrames: Int { controls.mayRest.load(ordering: .relaxed) ? pace.fragmentFrames : 1 }

    /// Uses the server's latest timing report if it is new, and requests another one from time to time.
    fileprivate func keepTime(_ stream: OpaquePointer) {
        readsSinceReport += 1
        let readsPerReport = pace.isResting ? Self.restingReadsPerReport : Self.readsPerReport
        if readsSinceReport >= readsPerReport, let request = pa_stream_update_timing_info(stream, nil, nil) {
            readsSinceReport = 0
            pa_operation_unref(request)
        }
        guard var report = pa_stream_get_timing_info(stream)?.pointee, report.write_index_corrupt == 0,
            report.read_index_corrupt == 0,
            report.timestamp.tv_sec != lastReport.tv_sec || report.timestamp.tv_usec != lastReport.tv_usec
        else { return }
        lastReport = report.timestamp
        let time = Int64(pa_rtclock_now()) - Int64(pa_timeval_age(&report.timestamp))
        // The delay of sound that the source has captured and not yet passed on; negative for a speaker's monitor,
        // which runs ahead.
        let waiting = Int64(report.source_usec) - Int64(report.sink_usec)
        let ahead = (report.write_index - report.read_index) / Int64(MemoryLayout<Int16>.size * channelCount)
        clock.take(sample: firstSample + Int64(filled) + ahead, atMicroseconds: time - waiting)
    }

    /// Accepts any number of interleaved samples per channel. Nil means a gap in the stream, which becomes silence.
    func accept(_ samples: UnsafePointer<Int16>?, count: Int) {
        acceptedCount &+= count
        var taken = 0
        while taken < count {
            let part = min(count &- taken, AudioFrame.samplesPerFrame &- filled)
            let target = delivered + filled &* channelCount
            if let samples {
                target.update(from: samples + taken &* channelCount, count: part &* channelCount)
            } else {
                target.update(repeating: 0, count: part &* channelCount)
            }
            filled &+= part
            taken &+= part
            if filled == AudioFrame.samplesPerFrame { deliver() }
        }
    }

    private func deliver() {
        filled = 0
        intake.process(delivered, into: frame)
        let isMuted = controls.isSilenced
        if isMuted { frame.update(repeating: 0, count: AudioFrame.samplesPerFrame) }
        let wanted = controls.sensitivity.load(ordering: .relaxed)
        if wanted != sensitivity {
            sensitivity = wanted
            detector.sensitivityPercent = Double(bitPattern: wanted)
        }
        let samples = UnsafeMutableBufferPointer(start: frame, count: AudioFrame.samplesPerFrame)
        let finding = processor.cancel(
            samples, sample: firstSample, atMicroseconds: clock.time(ofSample: firstSample))
        let activity = detector.process(processor.detectorFrame(isPlaying: finding.isPlaying))
        let isSpeech = processor.confirm(activity.isSpeech, finding) && !isMuted
        meter.process(UnsafeBufferPointer(samples))
        if isMuted { meter.reset() }
        meters.setInputLevel(meter.level)
        processor.level(samples, isSpeech: isSpeech, levelDBFS: activity.levelDBFS)
        let tag = FrameTag(
            firstSample: firstSample, levelDBFS: activity.levelDBFS, isSpeech: isSpeech,
            likelihood: isMuted ? 0 : activity.likelihood, finding: finding)
        firstSample &+= Int64(AudioFrame.samplesPerFrame)
        ring.push(UnsafeBufferPointer(samples), tag: tag)
        pace.take(
            isEventful: isSpeech || tag.likelihood >= CapturePace.possibleVoice || finding.isPlaying,
            mayRest: controls.mayRest.load(ordering: .relaxed))
        if pace.isDue(waiting: ring.count) { eventfd_write(eventDescriptor, 1) }
    }
}

/// Reads all sound waiting in the stream; the user data is the `FrameCutter`.
let captureReadCallback: pa_stream_request_cb_t = { stream, _, data in
    guard let stream, let data else { return }
    let cutter = Unmanaged<FrameCutter>.fromOpaque(data).takeUnretainedValue()
    cutter.keepTime(stream)
    while pa_stream_readable_size(stream) > 0 {
        var bytes: UnsafeRawPointer?
        var size = 0
        guard pa_stream_peek(stream, &bytes, &size) >= 0, size > 0 else { return }
        cutter.accept(bytes?.assumingMemoryBound(to: Int16.self), count: size / (2 * cutter.channelCount))
        pa_stream_drop(stream)
    }
}
