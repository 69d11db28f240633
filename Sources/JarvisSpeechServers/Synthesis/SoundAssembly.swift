// SPDX-License-Identifier: GPL-3.0-or-later
// Turns audio bytes from a server or program into playable pieces with estimated word positions. Pure.

import JarvisCore
import JarvisSpokenText

/// The format of raw audio: signed 16-bit little-endian samples.
struct SoundFormat: Hashable, Sendable {
    /// The sample rate in hertz. Several channels are averaged to one.
    var sampleRateHertz: Int
    var channels = 1
    static let rates = 4_000...192_000

    var isUsable: Bool { Self.rates.contains(sampleRateHertz) && (1...8).contains(channels) }
}

/// Assembles the audio of one clause.
struct SoundAssembly {
    private let estimate: WordEstimate
    private let format: SoundFormat
    private let volume: Double
    private let playedRate: Int
    /// The assumed duration of one unit of the estimate's weight, in seconds.
    private let pace: Double
    private var carried: [UInt8] = []
    private var nextWord = 0
    private var lastOffset = 0
    /// The number of samples returned so far.
    private(set) var sampleCount = 0

    /// Seconds per unit of weight; a start that fits most voices.
    static let usualPace = 0.055

    /// More letters a second than anyone speaks or can follow; shorter audio cannot be the whole clause.
    ///
    /// People speak 12 to 15 letters a second (150 to 190 words a minute), and the settings at most double that.
    /// Practised blind listeners follow up to about 22 syllables (Moos & Trouvain, Interspeech 2007), or 70 letters in
    /// English. Scripts whose letters stand for more, such as ideographs, need fewer.
    private static let mostLettersPerSecond = 75.0
    /// The most audio for a clause in seconds: this much per letter, plus `mostPauseSeconds`.
    private static let mostSecondsPerLetter = 1.0
    private static let mostPauseSeconds = 10.0

    /// - Parameters:
    ///   - rateFactor: The factor for the pitch, which the pieces carry in their sample rate.
    ///   - pace: The `measuredPace` of an earlier clause by the same voice.
    init(_ text: SpeakableText, format: SoundFormat, volume: Double, rateFactor: Double = 1, pace: Double = usualPace) {
        estimate = WordEstimate(text)
        self.format = format
        self.volume = volume
        playedRate = Int((Double(format.sampleRateHertz) * rateFactor).rounded())
        self.pace = pace
    }

    /// The playable part of these bytes and of those carried over; nil until there is a whole sample.
    mutating func add(_ bytes: [UInt8]) -> SynthesizedAudio? {
        carried += bytes
        let frameBytes = 2 * format.channels
        let frames = carried.count / frameBytes
        guard frames > 0 else { return nil }
        var samples: [Int16] = []
        samples.reserveCapacity(frames)
        carried.withUnsafeBytes { bytes in
            for frame in 0..<frames {
                var sum = 0
                for channel in 0..<format.channels {
                    let place = frame * frameBytes + channel * 2
                    sum += Int(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)))
                }
                let value = (Double(sum) / Double(format.channels) * volume).rounded()
                samples.append(Int16(min(max(value, -32_768), 32_767)))
            }
        }
        carried.removeFirst(frames * frameBytes)
        let end = sampleCount + samples.count
        let words = words(before: end)
        sampleCount = end
        return SynthesizedAudio(samples: samples, sampleRateHertz: playedRate, words: words)
    }

    /// The words that remain because the audio was shorter than estimated, spread over its end; nil if none remain.
    mutating func finish() -> SynthesizedAudio? {
        guard sampleCount > 0 else { return nil }
        let rest = words(before: .max)
        guard !rest.isEmpty else { return nil }
        return SynthesizedAudio(samples: [], sampleRateHertz: playedRate, words: rest)
    }

    /// The failure if this is too little audio for the clause; nil if it may be the whole clause.
    func shortfall(of server: String) -> ServerFailure? {
        let seconds = Double(sampleCount) / Double(playedRate)
        let letters = estimate.letterCount
        if sampleCount > 0, seconds * Self.mostLettersPerSecond >= Double(letters) { return nil }
        // Round up to a millisecond, since 0 would mean no audio.
        let milliseconds = sampleCount == 0 ? 0 : max(1, Int(seconds * 1000))
        return ServerFailure(server: server, kind: .incomplete(soundMilliseconds: milliseconds, letterCount: letters))
    }

    /// The failure if there is already more audio than the clause can take at half speed with pauses; nil otherwise.
    func excess(of server: String) -> ServerFailure? {
        let seconds = Double(sampleCount) / Double(playedRate)
        guard seconds > Self.mostPauseSeconds + Self.mostSecondsPerLetter * Double(estimate.letterCount) else {
            return nil
        }
        return ServerFailure(
            server: server,
            kind: .malformed(.tooMuchSound(seconds: Int(seconds), letterCount: estimate.letterCount)))
    }

    /// Seconds per unit of weight in this clause, for the same voice's next one; nil if the clause was too short to
    /// measure.
    var measuredPace: Double? {
        let seconds = Double(sampleCount) / Double(playedRate)
        return estimate.totalWeight >= 10 && seconds > 0.2 ? seconds / estimate.totalWeight : nil
    }

    /// The words that begin before `end` and have not been delivered yet. If the audio was shorter than estimated, the
    /// words estimated beyond its end share the time between the start of the last word and that end.
    private mutating func words(before end: Int) -> [SpokenWord] {
        var words: [SpokenWord] = []
        while nextWord < estimate.words.count {
            let word = estimate.words[nextWord]
            let offset = Int(word.start * pace * Double(playedRate))
            guard offset < end else { break }
            words.append(
                SpokenWord(
                    startCharacter: word.characters.lowerBound, endCharacter: word.characters.upperBound,
                    sampleOffset: offset))
            nextWord += 1
        }
        if let late = words.firstIndex(where: { $0.sampleOffset > sampleCount }), end == .max {
            let start = late > 0 ? words[late - 1].sampleOffset : lastOffset
            let step = max(0, sampleCount - start) / (words.count - late + 1)
            for place in late..<words.count { words[place].sampleOffset = start + step * (place - late + 1) }
        }
        lastOffset = words.last?.sampleOffset ?? lastOffset
        return words
    }
}

/// Finds the samples in a stream that may begin with a WAV header.
struct WAVStreamHead {
    private var buffer: [UInt8] = []
    private static let longest = 4096

    enum Finding: Equatable {
        case needsMore
        /// The stream has no header: all bytes are samples.
        case samples([UInt8])
        case header(SoundFormat, samples: [UInt8])
        case unreadable(UnexpectedAnswer)
    }

    mutating func read(_ bytes: [UInt8]) -> Finding {
        buffer += bytes
        guard buffer.count >= 4 else { return .needsMore }
        if buffer.starts(with: Array("ID3".utf8)) || buffer.starts(with: Array("OggS".utf8))
            || buffer.starts(with: Array("fLaC".utf8))
        {
            return .unreadable(.compressedSound)
        }
        guard buffer.starts(with: Array("RIFF".utf8)) else { return .samples(buffer) }
        var place = 12
        var format: SoundFormat?
        while buffer.count >= place + 8 {
            let tag = buffer[place..<place + 4]
            let size = Int(number(place + 4, bytes: 4))
            if tag.elementsEqual("data".utf8) {
                guard let format else { return .unreadable(.damagedWAV) }
                return .header(format, samples: Array(buffer[(place + 8)...]))
            }
            if tag.elementsEqual("fmt ".utf8), size >= 16 {
                guard buffer.count >= place + 24 else { break }
                format = SoundFormat(
                    sampleRateHertz: Int(number(place + 12, bytes: 4)), channels: Int(number(place + 10, bytes: 2)))
                guard number(place + 22, bytes: 2) == 16, format?.isUsable == true else {
                    return .unreadable(.notPCM)
                }
            }
            guard size <= Self.longest else { return .unreadable(.damagedWAV) }
            place += 8 + size + size % 2
        }
        return buffer.count > 2 * Self.longest ? .unreadable(.damagedWAV) : .needsMore
    }

    /// The bytes still buffered when the stream ends.
    var remainder: [UInt8] { buffer }

    private func number(_ place: Int, bytes: Int) -> UInt32 {
        (0..<bytes).reduce(0) { $0 | UInt32(buffer[place + $1]) << (8 * UInt32($1)) }
    }
}
