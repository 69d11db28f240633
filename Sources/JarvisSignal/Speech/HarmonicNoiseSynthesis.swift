// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a voice's spectrum, as Hibari's network predicts it (https://pypi.org/project/hibari-tts, "ONNX interface"),
// into sound: pulses at the voice's pitch and white noise, each filtered, and a rest whose phases are given.

/// The parts of a voice's spectrum, frame by frame.
///
/// Each part has a row for each of `binCount` frequencies, and in it a value for each frame.
public struct HarmonicNoiseFrames: Sendable {
    /// The number of frequencies, from 0 Hz to half the sample rate.
    public static let binCount = HarmonicNoiseSynthesis.frameLength / 2 + 1

    /// The number of frames.
    public var count: Int
    /// The natural logarithm of the harmonics' magnitudes; all logarithms count as at most 7.
    public var harmonics: [Float]
    /// The harmonics' phases, as the inverse hyperbolic tangent of half turns.
    public var harmonicPhases: [Float]
    /// The natural logarithm of the noise's magnitudes.
    public var noise: [Float]
    /// The natural logarithm of the residual's magnitudes.
    public var rest: [Float]
    /// The residual's phases in radians.
    public var restPhases: [Float]
    /// The pitch of each frame in hertz; 0 for a frame without a voice.
    public var pitch: [Float]

    /// - Returns: Nil if the parts don't have the same number of frames.
    public init?(
        harmonics: [Float], harmonicPhases: [Float], noise: [Float], rest: [Float], restPhases: [Float], pitch: [Float]
    ) {
        count = pitch.count
        let parts = [harmonics, harmonicPhases, noise, rest, restPhases]
        let size = pitch.count * Self.binCount
        guard parts.allSatisfy({ $0.count == size }) else { return nil }
        (self.harmonics, self.harmonicPhases) = (harmonics, harmonicPhases)
        (self.noise, self.rest, self.restPhases, self.pitch) = (noise, rest, restPhases, pitch)
    }
}

/// Makes sound of 24 kHz. Belongs to one thread.
public final class HarmonicNoiseSynthesis {
    public static let sampleRateHertz = 24_000
    /// The samples from frame to frame, 12.5 ms, and in a frame's window.
    public static let hop = 300
    static let frameLength = 4 * hop

    private typealias Floats = UnsafeMutablePointer<Float>

    /// Below this pitch, sound counts as unvoiced.
    private static let lowestPitch: Float = 40
    /// Every harmonic below this frequency is part of the pulses.
    private static let highestHarmonic: Float = 11_000
    /// The limit of logarithms.
    private static let highestLogarithm: Float = 7
    /// Nearer than this to a pulse's middle, its height is computed as the limit.
    private static let smallestSine: Float = 0.001
    /// The sum of the squared windows that overlap in a sample.
    private static let overlap: Float = 1.5
    /// The limit of samples: a voice slightly exceeds 1.
    private static let loudest: Float = 8
    /// The number of random values; each frame begins at a random one.
    private static let noiseCount = 1 << 14
    /// As many frames as numbers are computed at once.
    private static let tile = Lanes.scalarCount

    private let transform: ComplexFFT
    /// Hann's window.
    private let window: [Float]
    /// Values of a normal distribution, with as many of the first ones again as a frame has.
    private let randomValues: [Float]
    private var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    public init() {
        guard let transform = ComplexFFT(count: Self.frameLength) else {
            preconditionFailure("1200 is a product of 2, 3 and 5")
        }
        self.transform = transform
        window = (0..<Self.frameLength).map {
            Float(0.5 - 0.5 * cosine(2 * .pi * Double($0) / Double(Self.frameLength)))
        }
        var values: [Float] = []
        var seed: UInt64 = 1
        while values.count < Self.noiseCount {
            // Box and Muller's method, 1958.
            let (first, second) = (Self.next(&seed), Self.next(&seed))
            let radius = (-2 * logarithm(1 - first)).squareRoot()
            values += [
                Float(radius * cosine(2 * .pi * second)), Float(radius * sine(2 * .pi * second)),
            ]
        }
        randomValues = values + values.prefix(2 * HarmonicNoiseFrames.binCount)
    }

    /// The sound of all frames, about −1…1; `hop` samples for each.
    public func sound(of frames: HarmonicNoiseFrames) -> [Float] {
        guard frames.count > 0 else { return [] }
        let (bins, length) = (HarmonicNoiseFrames.binCount, Self.frameLength)
        let pulses = padded(self.pulses(frames.pitch))
        var sum = [Float](repeating: 0, count: frames.count * Self.hop + length)
        // For each of the frames of a tile: the filter of the pulses, what is added to them, and a transform.
        let rows = 4 * bins * Self.tile
        withUnsafeTemporaryAllocation(of: Float.self, capacity: rows + 2 * length) { memory in
            memory.initialize(repeating: 0)
            guard let parts = memory.baseAddress else { return }
            let (real, imaginary) = (parts + rows, parts + rows + length)
            for start in stride(from: 0, to: frames.count, by: Self.tile) {
                let end = min(start + Self.tile, frames.count)
                compute(frames, start..<end, parts)
                // Two frames at once: as the real and the imaginary parts of one transform.
                for frame in stride(from: start, to: end, by: 2) {
                    let hasSecond = frame + 1 < end
                    read(pulses, frame, hasSecond: hasSecond, real, imaginary)
                    transform.transform(real, imaginary)
                    filter(parts + 4 * bins * (frame - start), hasSecond: hasSecond, real, imaginary)
                    transform.invert(real, imaginary)
                    add(real, to: &sum, at: frame * Self.hop)
                    if hasSecond { add(imaginary, to: &sum, at: (frame + 1) * Self.hop) }
                }
            }
        }
        return normalized(sum, frames.count)
    }

    // MARK: Pulses

    /// A pulse for each period: all harmonics below the highest frequency, with an amplitude of 1.
    func pulses(_ pitch: [Float]) -> [Float] {
        let count = pitch.count * Self.hop
        var tones = [Float](repeating: 0, count: count + Self.tile)
        var turns = [Float](repeating: 0, count: count + Self.tile)
        var phase = 0.0
        for index in 0..<count {
            // Between the middles of two frames the pitch is interpolated.
            let (frame, place) = index.quotientAndRemainder(dividingBy: Self.hop)
            let offset = (Float(place) + 0.5) / Float(Self.hop) - 0.5
            let first = offset < 0 ? frame - 1 : frame
            let share = offset < 0 ? offset + 1 : offset
            let before = Self.plausible(pitch[max(0, first)])
            let after = Self.plausible(pitch[min(pitch.count - 1, first + 1)])
            let tone = before * (1 - share) + after * share
            phase += Double(max(tone, Self.lowestPitch)) / Double(Self.sampleRateHertz)
            phase -= phase.rounded(.down)
            (tones[index], turns[index]) = (tone, Float(phase))
        }
        var pulses = [Float](repeating: 0, count: count + Self.tile)
        tones.withUnsafeBufferPointer { tones in
            turns.withUnsafeBufferPointer { turns in
                pulses.withUnsafeMutableBytes { pulses in
                    guard let tones = tones.baseAddress, let turns = turns.baseAddress else { return }
                    for index in stride(from: 0, to: count, by: Self.tile) {
                        let pulse = Self.pulse(lanes(tones + index), lanes(turns + index))
                        pulses.storeBytes(of: pulse, toByteOffset: index * MemoryLayout<Float>.stride, as: Lanes.self)
                    }
                }
            }
        }
        pulses.removeLast(Self.tile)
        return pulses
    }

    /// Σ cos(2πht) for h = 1…H in closed form: sin(2π(H + ½)t) / (2·sin(πt)) − ½.
    @inline(__always)
    private static func pulse(_ tone: Lanes, _ turns: Lanes) -> Lanes {
        let lowest = Lanes(repeating: lowestPitch)
        let isVoiced = tone .> lowest
        let harmonics = (highestHarmonic / tone.replacing(with: lowest, where: .!isVoiced)).rounded(.down) + 0.5
        let divisor = sine(ofTurns: turns * 0.5)
        let isMiddle = divisor .< Lanes(repeating: smallestSine)
        var pulse = sine(ofTurns: harmonics * turns) / (2 * divisor.replacing(with: 1, where: isMiddle))
        pulse.replace(with: harmonics, where: isMiddle)
        return (pulse - 0.5).replacing(with: 0, where: .!isVoiced)
    }

    /// The pitch, or 0 for what no network means: a damaged one may compute anything. Frames without a voice may be a
    /// little below 0, which counts when their pitch is interpolated.
    private static func plausible(_ pitch: Float) -> Float { abs(pitch) < highestHarmonic / 4 ? pitch : 0 }

    /// The samples with half a window of their reflections at either end.
    private func padded(_ samples: [Float]) -> [Float] {
        let edge = Self.frameLength / 2
        func reflection(_ distance: Int) -> (Float, Float) {
            guard distance < samples.count else { return (0, 0) }
            return (samples[distance], samples[samples.count - 1 - distance])
        }
        let before = stride(from: edge, to: 0, by: -1).map { reflection($0).0 }
        return before + samples + (1...edge).map { reflection($0).1 }
    }

    // MARK: Frames

    /// Computes filters and additions for a tile of frames: four rows for each frame.
    private func compute(_ frames: HarmonicNoiseFrames, _ range: Range<Int>, _ parts: Floats) {
        let (bins, count) = (HarmonicNoiseFrames.binCount, frames.count)
        let offsets = range.map { _ in Int(Self.next(&seed) * Double(Self.noiseCount)) }
        // Past the last frame, a row's end is read again instead.
        let first = max(0, min(range.lowerBound, count - Self.tile))
        let skipped = range.lowerBound - first
        for bin in 0..<bins {
            let place = bin * count + first
            let limit = Lanes(repeating: Self.highestLogarithm)
            func magnitudes(_ logarithms: [Float]) -> Lanes {
                let values = Self.row(logarithms, place)
                return exponential(values.replacing(with: limit, where: values .> limit))
            }
            let gain = magnitudes(frames.harmonics)
            let turns = hyperbolicTangent(Self.row(frames.harmonicPhases, place)) * 0.5
            let (filterReal, filterImaginary) = (gain * cosine(ofTurns: turns), gain * sine(ofTurns: turns))
            let noise = magnitudes(frames.noise)
            let rest = magnitudes(frames.rest)
            let restTurns = Self.row(frames.restPhases, place) * (0.5 / .pi)
            let (restReal, restImaginary) = (rest * cosine(ofTurns: restTurns), rest * sine(ofTurns: restTurns))
            for index in 0..<range.count {
                let row = parts + 4 * bins * index + bin
                let random = offsets[index] + 2 * bin
                let lane = index + skipped
                row[0] = filterReal[lane]
                row[bins] = filterImaginary[lane]
                row[2 * bins] = restReal[lane] + noise[lane] * randomValues[random]
                row[3 * bins] = restImaginary[lane] + noise[lane] * randomValues[random + 1]
            }
        }
    }

    /// The values of a part for eight frames, or for fewer and zeros.
    @inline(__always)
    private static func row(_ part: [Float], _ place: Int) -> Lanes {
        part.withUnsafeBufferPointer { part in
            guard let start = part.baseAddress else { return .zero }
            if place + tile <= part.count { return lanes(start + place) }
            var values = Lanes.zero
            for index in place..<part.count { values[index - place] = start[index] }
            return values
        }
    }

    /// Reads the windows of a frame and of the next one.
    private func read(
        _ pulses: [Float], _ frame: Int, hasSecond: Bool, _ real: Floats, _ imaginary: Floats
    ) {
        let (start, scale) = (frame * Self.hop, 1 / Float(Self.hop))
        for index in 0..<Self.frameLength {
            let weight = window[index] * scale
            real[index] = pulses[start + index] * weight
            imaginary[index] = hasSecond ? pulses[start + Self.hop + index] * weight : 0
        }
    }

    /// Filters the spectra of two frames, and adds noise and rest.
    private func filter(_ parts: Floats, hasSecond: Bool, _ real: Floats, _ imaginary: Floats) {
        let (bins, length) = (HarmonicNoiseFrames.binCount, Self.frameLength)
        let other = hasSecond ? parts + 4 * bins : nil
        let scale = 1 / Float(length)
        for bin in 0..<bins {
            let mirror = bin == 0 ? 0 : length - bin
            let (yr, yi, mr, mi) = (real[bin], imaginary[bin], real[mirror], imaginary[mirror])
            var (ar, ai) = Self.filtered(parts + bin, bins, 0.5 * (yr + mr), 0.5 * (yi - mi))
            var (br, bi): (Float, Float) = (0, 0)
            if let other { (br, bi) = Self.filtered(other + bin, bins, 0.5 * (yi + mi), 0.5 * (mr - yr)) }
            // The lowest and the highest frequency of real sound have no phase.
            if bin == mirror { (ai, bi) = (0, 0) }
            (ar, ai, br, bi) = (ar * scale, ai * scale, br * scale, bi * scale)
            (real[mirror], imaginary[mirror]) = (ar + bi, br - ai)
            (real[bin], imaginary[bin]) = (ar - bi, ai + br)
        }
    }

    @inline(__always)
    private static func filtered(
        _ parts: UnsafePointer<Float>, _ bins: Int, _ real: Float, _ imaginary: Float
    ) -> (Float, Float) {
        let (fr, fi) = (parts[0], parts[bins])
        return (fr * real - fi * imaginary + parts[2 * bins], fr * imaginary + fi * real + parts[3 * bins])
    }

    private func add(_ frame: Floats, to sum: inout [Float], at start: Int) {
        for index in 0..<Self.frameLength { sum[start + index] += frame[index] * window[index] }
    }

    /// The sum without its edges, divided by the windows that overlap in each sample; fewer do at both ends.
    private func normalized(_ sum: [Float], _ count: Int) -> [Float] {
        let (hop, edge) = (Self.hop, Self.frameLength / 2)
        return (0..<count * hop).map { index in
            let place = index + edge
            let last = place / hop
            guard last < 3 || last >= count else { return Self.limited(sum[place] / Self.overlap) }
            let squares = (max(0, last - 3)...min(last, count - 1)).reduce(Float(0)) { total, frame in
                total + window[place - frame * hop] * window[place - frame * hop]
            }
            return Self.limited(sum[place] / max(squares, 1e-11))
        }
    }

    /// A sample within limits: a damaged network may compute anything.
    private static func limited(_ sample: Float) -> Float { sample.isFinite ? min(max(sample, -loudest), loudest) : 0 }

    // MARK: Chance

    /// A random number, 0..<1, by Marsaglia's xorshift (2003).
    private static func next(_ seed: inout UInt64) -> Double {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return Double(seed >> 11) * 0x1p-53
    }
}
