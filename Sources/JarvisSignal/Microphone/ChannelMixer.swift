// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one channel of a microphone's several: all of them where they add up, one where they cancel each other, none
// that is dead. Pure; allocates only when made.

/// Mixes frames of several channels to one, by what was said on each of them.
///
/// What each channel has of speech is its power, and that in common with every other, while someone speaks, less the
/// same in pauses. Before anyone has spoken, what is there counts. A choice that has been made changes in a pause, and
/// within a word only when next to nothing would be heard.
public struct ChannelMixer: Sendable {
    /// Channels that are looked at.
    public static let mostChannels = 8

    /// A frame this much above the pauses, on any channel, is someone speaking: 9 dB.
    private static let speakingRatio: Float = 8
    /// Below −66 dBFS, sound does not count as speech.
    private static let leastSpeech: Float = 270
    /// A channel with less of the speech than this has none of it: −13 dB.
    private static let deadShare: Float = 0.05
    /// Channels with nothing in common give half of this when they are averaged; those that cancel give less.
    private static let cancellingShare: Float = 0.5
    /// One channel alone must be this much clearer than the mixture: 9 dB.
    private static let clearer: Float = 8
    /// Softer noise, 15 dB below the speech, does not leave out a channel.
    private static let audibleNoise: Float = 0.03
    /// The choice loses all but this much of the speech: −12 dB.
    private static let lostShare: Float = 1 / 16
    private static let framesToSettle = 10
    private static let framesToReconsider = 25
    private static let framesToNoticeLoss = 10
    private static let framesOfPause = 5

    /// How much of each channel is in the mixture.
    public private(set) var weights: [Float]
    private let count: Int
    /// 20 s of speech are remembered; a recording is judged as a whole.
    private let memory: Float
    private var speech: Covariance
    private var pauses: Covariance
    private var recent: Covariance
    private var frame: Covariance
    private var excess: Covariance
    private var wanted: [Float]
    private var considered: [Float]
    private var previous: [Float]
    private var speechWeight: Float = 0
    private var hasBegun = false
    private var isPauseKnown = false
    private var framesOfSpeech = 0
    private var framesSinceSpeech = 0
    private var framesWanted = 0
    private var framesLost = 0
    private var isSettled = false

    /// - Parameters:
    ///   - count: channels; those after the eighth are not heard.
    ///   - isWhole: the recording is heard twice, and what was learned the first time holds.
    public init(count: Int, isWhole: Bool = false) {
        let count = min(max(count, 1), Self.mostChannels)
        self.count = count
        memory = isWhole ? 1 : 0.999
        weights = [Float](repeating: 1 / Float(count), count: count)
        wanted = weights
        considered = weights
        previous = weights
        speech = Covariance(count)
        pauses = Covariance(count)
        recent = Covariance(count)
        frame = Covariance(count)
        excess = Covariance(count)
    }

    /// Listens to a frame and chooses.
    /// - Parameter channels: `count` rows of `length` samples, in the scale of 16-bit samples.
    mutating func listen(_ channels: UnsafePointer<Float>, length: Int) {
        guard count > 1, !isSettled else { return }
        frame.measure(channels, length: length)
        let isFirst = !hasBegun
        if !isPauseKnown { pauses.copy(frame) }
        hasBegun = true
        isPauseKnown = true
        let isSpeaking = isSpeaking()
        recent.approach(frame, by: isFirst ? 1 : 0.2)
        pauses.approach(frame, by: isSpeaking ? 0.001 : isQuieter() ? 0.5 : 0.05)
        if isSpeaking {
            framesOfSpeech += 1
            framesSinceSpeech = 0
            speech.add(frame, keeping: memory)
            speechWeight = speechWeight * memory + 1
        } else {
            framesSinceSpeech += 1
        }
        consider()
        choose(isSpeaking)
        if isFirst { previous.copy(weights) }
    }

    /// Writes the mixture of a frame that was listened to, gliding from the choice before.
    mutating func mix(_ channels: UnsafePointer<Float>, length: Int, into mono: UnsafeMutablePointer<Float>) {
        var index = 0
        while index < length {
            let share = Float(index &+ 1) / Float(length)
            var sum: Float = 0
            var channel = 0
            while channel < count {
                let weight = previous[channel] + (weights[channel] - previous[channel]) * share
                sum += weight * channels[channel &* length &+ index]
                channel &+= 1
            }
            mono[index] = sum
            index &+= 1
        }
        previous.copy(weights)
    }

    /// The recording begins again: what was learned of it decides from its first sample to its last.
    mutating func settle() {
        consider()
        weights.copy(wanted)
        previous.copy(weights)
        isSettled = true
    }

    /// What was taken for speech was none: the choice is made again.
    mutating func forgetSpeech() {
        framesOfSpeech = 0
        speechWeight = 0
        speech.clear()
        isPauseKnown = false
    }

    private func isSpeaking() -> Bool {
        var channel = 0
        while channel < count {
            let power = frame[channel, channel]
            if power > Self.leastSpeech, power > Self.speakingRatio * pauses[channel, channel] { return true }
            channel &+= 1
        }
        return false
    }

    private func isQuieter() -> Bool {
        var channel = 0
        while channel < count {
            if frame[channel, channel] > pauses[channel, channel] { return false }
            channel &+= 1
        }
        return true
    }

    /// Finds the best weights for what is known.
    private mutating func consider() {
        excess.copy(recent)
        if framesOfSpeech > 0 {
            excess.copy(speech, scaledBy: 1 / speechWeight)
            excess.subtract(pauses)
        }
        let strongest = excess.strongest
        let most = excess[strongest, strongest]
        guard most > 0 else { return }
        var alive = 0
        var channel = 0
        while channel < count {
            let isAlive = excess[channel, channel] > Self.deadShare * most
            if isAlive { alive &+= 1 }
            considered[channel] = isAlive ? 1 : 0
            channel &+= 1
        }
        var incoherent: Float = 0
        channel = 0
        while channel < count {
            considered[channel] /= Float(alive)
            incoherent += considered[channel] * considered[channel] * excess[channel, channel]
            channel &+= 1
        }
        let mixture = excess.power(considered)
        if mixture < Self.cancellingShare * incoherent {
            considered.select(strongest)
        } else if framesOfSpeech > 0 {
            let clearest = excess.clearest(over: pauses)
            let noise = pauses.power(considered)
            let gain = excess[clearest, clearest] * noise
            if gain > Self.clearer * mixture * pauses[clearest, clearest], noise > Self.audibleNoise * mixture {
                considered.select(clearest)
            }
        }
        wanted.copy(considered)
    }

    private mutating func choose(_ isSpeaking: Bool) {
        if framesOfSpeech < Self.framesToSettle {
            weights.copy(wanted)
            return
        }
        if isSpeaking {
            framesWanted = wanted == weights ? 0 : framesWanted + 1
            let strongest = recent.strongest
            let isLost = recent.power(weights) < Self.lostShare * recent[strongest, strongest]
            framesLost = isLost ? framesLost + 1 : 0
            if framesLost >= Self.framesToNoticeLoss { giveUp() }
        } else if framesSinceSpeech >= Self.framesOfPause, framesWanted >= Self.framesToReconsider {
            framesWanted = 0
            weights.copy(wanted)
        }
    }

    /// The choice has stopped to be one: what is heard now counts as much as all that was heard before.
    private mutating func giveUp() {
        framesLost = 0
        framesWanted = 0
        speech.add(recent, scaledBy: speechWeight)
        speechWeight *= 2
        consider()
        weights.copy(wanted)
    }
}

extension [Float] {
    fileprivate mutating func copy(_ other: [Float]) {
        for index in indices { self[index] = other[index] }
    }

    fileprivate mutating func select(_ chosen: Int) {
        for index in indices { self[index] = index == chosen ? 1 : 0 }
    }
}
