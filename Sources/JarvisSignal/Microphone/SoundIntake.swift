// SPDX-License-Identifier: GPL-3.0-or-later
// The first step of processing possible speech, ahead of any detector or recognizer: removes offset, rumble and hum,
// and mixes the channels to one. Used on one thread at a time; allocates only on creation.

/// Converts a microphone's sound to frames of one channel, for streams and recordings alike.
public final class SoundIntake {
    /// The samples per channel in a frame: 20 ms at 16 kHz.
    public static let samplesPerFrame = 320
    /// The number of samples per second and channel.
    static let sampleRateHertz = 16_000

    /// The length processed backwards to learn the hum at a recording's first sample: 1.6 s.
    private static let learnedCount = 25_600

    /// The number of input channels; those after the eighth are ignored.
    public let channelCount: Int
    private let heardCount: Int
    private var filters: [HighPass]
    private var hums: [HumCanceller]
    private var mixer: ChannelMixer
    private let delivered: UnsafeMutablePointer<Float>
    private let channels: UnsafeMutablePointer<Float>
    private let mono: UnsafeMutablePointer<Float>

    /// Creates an intake that has had no sound.
    /// - Parameter channelCount: The number of channels, at least 1.
    public convenience init(channelCount: Int) {
        self.init(channelCount: channelCount, isWhole: false)
    }

    private init(channelCount: Int, isWhole: Bool) {
        self.channelCount = max(1, channelCount)
        heardCount = min(self.channelCount, ChannelMixer.mostChannels)
        filters = Self.filters(heardCount)
        hums = [HumCanceller](repeating: HumCanceller(), count: heardCount)
        mixer = ChannelMixer(count: heardCount, isWhole: isWhole)
        delivered = .allocate(capacity: Self.samplesPerFrame)
        delivered.initialize(repeating: 0, count: Self.samplesPerFrame)
        channels = .allocate(capacity: heardCount * Self.samplesPerFrame)
        channels.initialize(repeating: 0, count: heardCount * Self.samplesPerFrame)
        mono = .allocate(capacity: Self.samplesPerFrame)
        mono.initialize(repeating: 0, count: Self.samplesPerFrame)
    }

    deinit {
        delivered.deallocate()
        channels.deallocate()
        mono.deallocate()
    }

    private static func filters(_ count: Int) -> [HighPass] {
        [HighPass](repeating: HighPass(sampleRateHertz: sampleRateHertz), count: count)
    }

    /// Processes the next frame.
    /// - Parameters:
    ///   - interleaved: `samplesPerFrame` samples per channel. A frame of zeros is a gap or a muted microphone: it
    ///     stays silent, and the sound after it doesn't click.
    ///   - output: Receives `samplesPerFrame` samples of one channel.
    public func process(_ interleaved: UnsafePointer<Int16>, into output: UnsafeMutablePointer<Int16>) {
        guard take(interleaved) else {
            output.update(repeating: 0, count: Self.samplesPerFrame)
            return
        }
        mixer.listen(channels, length: Self.samplesPerFrame)
        mixer.mix(channels, length: Self.samplesPerFrame, into: mono)
        var index = 0
        while index < Self.samplesPerFrame {
            output[index] = Int16(max(-32_768, min(32_767, mono[index].rounded())))
            index &+= 1
        }
    }

    /// Filters a frame and removes its hum.
    /// - Returns: False for digital silence.
    private func take(_ interleaved: UnsafePointer<Int16>) -> Bool {
        var isSound = false
        var channel = 0
        while channel < heardCount {
            var index = 0
            while index < Self.samplesPerFrame, !isSound {
                isSound = interleaved[index &* channelCount &+ channel] != 0
                index &+= 1
            }
            channel &+= 1
        }
        var isHumNew = false
        channel = 0
        while channel < heardCount {
            if isSound {
                let target = channels + channel &* Self.samplesPerFrame
                var index = 0
                while index < Self.samplesPerFrame {
                    delivered[index] = Float(interleaved[index &* channelCount &+ channel])
                    target[index] = filters[channel].process(delivered[index])
                    index &+= 1
                }
                let mains = hums[channel].mainsHertz
                hums[channel].process(delivered, target)
                if hums[channel].mainsHertz != mains, mains == nil { isHumNew = true }
            } else {
                hums[channel].forget()
            }
            channel &+= 1
        }
        // The mixer has taken the hum for speech so far.
        if isHumNew { mixer.forgetSpeech() }
        return isSound
    }

    /// Converts a whole recording; the speech in all of it determines the choice of channels.
    /// - Parameter recording: Channels of equal length at 16 kHz, in the scale −1…1.
    /// - Returns: 16-bit samples of one channel.
    public static func mono(of recording: [[Float]]) -> [Int16] {
        guard let count = recording.first?.count, count > 0 else { return [] }
        let intake = SoundIntake(channelCount: min(recording.count, ChannelMixer.mostChannels), isWhole: true)
        intake.learn(recording)
        var result = [Int16](repeating: 0, count: (count + samplesPerFrame - 1) / samplesPerFrame * samplesPerFrame)
        result.withUnsafeMutableBufferPointer { result in
            guard let start = result.baseAddress else { return }
            intake.frames(of: recording) { frame, position in intake.process(frame, into: start + position) }
        }
        result.removeLast(result.count - count)
        return result
    }

    /// Learns a recording's hum and channels in a first pass, so that its start is treated like its end.
    private func learn(_ recording: [[Float]]) {
        var mains = [Int?](repeating: nil, count: channelCount)
        frames(of: recording) { frame, _ in
            if take(frame) { mixer.listen(channels, length: Self.samplesPerFrame) }
            for channel in 0..<channelCount { mains[channel] = hums[channel].mainsHertz ?? mains[channel] }
        }
        mixer.settle()
        for channel in 0..<channelCount {
            filters[channel] = HighPass(sampleRateHertz: Self.sampleRateHertz)
            hums[channel] = HumCanceller()
            guard let mains = mains[channel] else { continue }
            var filter = filters[channel]
            hums[channel].begin(
                mains: mains,
                at: recording[channel].prefix(Self.learnedCount).map { filter.process(Float(WAVFile.int16($0))) })
        }
    }

    /// Calls `take` with each frame and its position; the last frame is padded with its last sample.
    private func frames(of recording: [[Float]], _ take: (UnsafePointer<Int16>, Int) -> Void) {
        let count = recording.first?.count ?? 0
        var frame = [Int16](repeating: 0, count: Self.samplesPerFrame * channelCount)
        for start in stride(from: 0, to: count, by: Self.samplesPerFrame) {
            for channel in 0..<channelCount {
                for index in 0..<Self.samplesPerFrame {
                    let sample = recording[channel][min(start + index, count - 1)]
                    frame[index * channelCount + channel] = WAVFile.int16(sample)
                }
            }
            frame.withUnsafeBufferPointer { if let frame = $0.baseAddress { take(frame, start) } }
        }
    }
}
