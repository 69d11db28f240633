// SPDX-License-Identifier: GPL-3.0-or-later
// Mixes a microphone's channels to one: all of them if they add up, one of them if they cancel out, and never a dead
// one. Pure; allocates only on creation.

/// Mixes frames of several channels to one, depending on the speech in each.
///
/// A channel's speech is its power during speech minus its power in pauses; the same difference of covariances relates
/// it to every other channel. Before any speech, all sound counts. A choice once made changes only in a pause, or
/// within a word if it would otherwise lose nearly everything.
public struct ChannelMixer: Sendable {
    /// The most channels to consider.
    public static let mostChannels = 8

    /// A frame is speech if it is this far above the pauses on any channel: 9 dB.
    private static let speakingRatio: Float = 8
    /// Sound of less power than this doesn't count as speech: −66 dBFS.
    private static let leastSpeech: Float = 270
    /// A channel with less than this share of the speech is dead: −13 dB.
    private static let deadShare: Float = 0.05
    /// Channels cancel out if their mix has less than this share of the power that unrelated channels would add up to.
    private static let cancellingShare: Float = 0.5
    /// A single channel must be this much clearer than the mix to replace it: 9 dB.
    private static let clearer: Float = 8
    /// Noise below this share of the speech, −15 dB, doesn't exclude a channel.
    private static let audibleNoise: Float = 0.03
    /// The current choice is lost if it keeps only this share of the speech: −12 dB.
    private static let lostShare: Float = 1 / 16
    private static let framesToSettle = 10
    private static let framesToReconsider = 25
    private static let framesToNoticeLoss = 10
    private static let framesOfPause = 5

    /// The weight of each channel in the mix.
    public private(set) var weights: [Float]
    private let count: Int
    /// The smoothing factor: 20 s of speech in a stream; a recording is judged as a whole.
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
    ///   - count: The number of channels; those after the eighth are ignored.
    ///   - isWhole: True for a recording that is processed twice; the second pass uses the choice that the first has
    ///     learned.
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

    /// Analyses a frame and updates the choice.
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

    /// Writes the mix of an analysed frame, with a gradual transition from the previous choice.
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

    /// Starts the second pass over a recording, which uses the learned choice throughout.
    mutating func settle() {
        consider()
        weights.copy(wanted)
        previous.copy(weights)
        isSettled = true
    }

    /// Forgets the speech so far, because it was not speech, so that channels are chosen from what follows.
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

    /// Computes the best weights from the power and covariance measured so far.
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

    /// Replaces a choice that loses the speech: from now on, the latest sound counts as much as everything before it.
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
