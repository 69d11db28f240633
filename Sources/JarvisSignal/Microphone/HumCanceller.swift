// SPDX-License-Identifier: GPL-3.0-or-later
// Takes mains hum with its harmonics out of a microphone's sound, and leaves everything else. Pure; allocates only when
// made.

/// Finds hum of 50 or 60 Hz by itself and cancels it: each harmonic by a sine whose amplitude and phase follow what is
/// left (B. Widrow, "Adaptive Noise Cancelling", 1975), which is a narrow notch.
///
/// Without hum nothing is changed. Takes frames of 20 ms at 16 kHz.
struct HumCanceller: Sendable {
    private static let frameCount = 320
    private static let rate = 16_000
    /// The least time in which both kinds of mains have whole periods: 0.1 s.
    private static let windowCount = 1_600
    private static let framesOfWindow = windowCount / frameCount
    /// Lines that are looked at, in tens of hertz, with their neighbours.
    private static let lines = 3...14
    /// Up to 2 kHz; what is above is too weak to matter.
    private static let highestHertz = 2_000
    /// The line of the mains must be this much above those beside it: 10 dB. No voice has one there.
    private static let contrast: Float = 10
    /// Hum below −54 dBFS is left alone.
    private static let leastPower: Float = 4_300
    private static let framesToBeSure = 2
    /// Twice the mains alone (what rectifiers hum) is also the pitch of voices, but not for so long and so evenly.
    private static let framesOfRectifier = 25
    private static let framesWithout = 10
    /// How fast the sines follow in pauses, for notches of 4 Hz, and while someone speaks, for ones of 1 Hz: wider
    /// ones would take a tenth of the speech along.
    private static let step: Float = 4 * 2 * .pi / 16_000
    private static let speakingStep: Float = 2 * .pi / 16_000
    /// What is left of a frame is speech when it is this much above what is left in pauses: 6 dB.
    private static let speakingRatio: Float = 4

    /// Mains that are heard, in hertz; nil: none.
    private(set) var mainsHertz: Int?
    private var sum: [Float]
    private var parts: [Float]
    private var cosines: [Float]
    private var a: [Float]
    private var b: [Float]
    private var history: [Float]
    private var place = 0
    private var frames = 0
    private var evidence = (0, 0)
    private var rectifierEvidence = (0, 0)
    private var lastLines: [Float] = [0, 0, 0, 0]
    private var gain: Float = -1
    private var pause: Float = 0
    private var step = HumCanceller.step
    private var framesWithoutHum = 0

    init() {
        let lineCount = Self.lines.count * 2
        sum = [Float](repeating: 0, count: lineCount)
        parts = [Float](repeating: 0, count: lineCount * Self.framesOfWindow)
        // One table for all: every line and harmonic is a multiple of 10 Hz.
        cosines = (0..<Self.windowCount).map { Float(cosine(2 * .pi * Double($0) / Double(Self.windowCount))) }
        let harmonics = Self.highestHertz / 50
        a = [Float](repeating: 0, count: harmonics + 1)
        b = [Float](repeating: 0, count: harmonics + 1)
        history = [Float](repeating: 0, count: Self.windowCount)
    }

    /// Looks for hum in a frame, and takes it out where there is any.
    /// - Parameters:
    ///   - sound: what was delivered: the filter before takes out most of the mains' own line.
    ///   - filtered: the same after that filter; the hum in it goes.
    mutating func process(_ sound: UnsafePointer<Float>, _ filtered: UnsafeMutablePointer<Float>) {
        measure(sound)
        keep(filtered)
        watch()
        if mainsHertz != nil { cancel(filtered) }
        place = (place + Self.frameCount) % Self.windowCount
    }

    private func sine(at phase: Int) -> Float {
        cosines[phase &+ (phase < Self.windowCount / 4 ? 3 : -1) &* (Self.windowCount / 4)]
    }

    /// The lines of the last 0.1 s.
    private mutating func measure(_ sound: UnsafePointer<Float>) {
        let first = place / Self.frameCount * sum.count
        for (row, line) in Self.lines.enumerated() {
            var real: Float = 0
            var imaginary: Float = 0
            var phase = line &* place % Self.windowCount
            var index = 0
            while index < Self.frameCount {
                real += sound[index] * cosines[phase]
                imaginary += sound[index] * sine(at: phase)
                phase &+= line
                if phase >= Self.windowCount { phase &-= Self.windowCount }
                index &+= 1
            }
            parts[first + 2 * row] = real
            parts[first + 2 * row + 1] = imaginary
        }
        // Summed afresh each time: differences would add up their errors.
        for index in sum.indices {
            var total: Float = 0
            for part in 0..<Self.framesOfWindow { total += parts[part * sum.count + index] }
            sum[index] = total
        }
        frames += 1
    }

    private mutating func keep(_ filtered: UnsafePointer<Float>) {
        for index in 0..<Self.frameCount { history[place + index] = filtered[index] }
    }

    /// Power of a line, as that of its sine.
    private func power(_ line: Int) -> Float {
        let row = 2 * (line - Self.lines.lowerBound)
        let scale = 2 / (Float(Self.windowCount) * Float(Self.windowCount))
        return scale * (sum[row] * sum[row] + sum[row + 1] * sum[row + 1])
    }

    private func stands(_ line: Int) -> Bool {
        let power = power(line)
        guard power > Self.leastPower else { return false }
        for other in line - 2...line + 2 where other != line && power < Self.contrast * self.power(other) {
            return false
        }
        return true
    }

    private mutating func watch() {
        guard frames >= Self.framesOfWindow else { return }
        evidence.0 = stands(5) ? evidence.0 + 1 : 0
        evidence.1 = stands(6) ? evidence.1 + 1 : 0
        rectifierEvidence.0 = isSteady(10, 0) ? rectifierEvidence.0 + 1 : 0
        rectifierEvidence.1 = isSteady(12, 2) ? rectifierEvidence.1 + 1 : 0
        if let mains = mainsHertz {
            let line = mains / 10
            let isThere = power(line) > Self.leastPower / 2 || power(2 * line) > Self.leastPower / 2
            framesWithoutHum = isThere ? 0 : framesWithoutHum + 1
            if framesWithoutHum >= Self.framesWithout { mainsHertz = nil }
            return
        }
        if max(evidence.0, evidence.1) >= Self.framesToBeSure {
            begin(mains: evidence.0 > evidence.1 ? 50 : 60)
        } else if max(rectifierEvidence.0, rectifierEvidence.1) >= Self.framesOfRectifier {
            begin(mains: rectifierEvidence.0 > rectifierEvidence.1 ? 50 : 60)
        }
    }

    /// A steady line has the same phase after every frame.
    private mutating func isSteady(_ line: Int, _ last: Int) -> Bool {
        let row = 2 * (line - Self.lines.lowerBound)
        let change = squared(sum[row] - lastLines[last]) + squared(sum[row + 1] - lastLines[last + 1])
        lastLines[last] = sum[row]
        lastLines[last + 1] = sum[row + 1]
        return change < 0.01 * (squared(sum[row]) + squared(sum[row + 1])) && stands(line)
    }

    private func squared(_ value: Float) -> Float { value * value }

    /// The sines begin as they are in the last 0.1 s.
    private mutating func begin(mains: Int) {
        mainsHertz = mains
        framesWithoutHum = 0
        gain = -1
        pause = .greatestFiniteMagnitude
        step = Self.step
        for harmonic in 1...Self.highestHertz / mains {
            let line = harmonic * mains / 10
            var real: Float = 0
            var imaginary: Float = 0
            var phase = 0
            for sample in history {
                real += sample * cosines[phase]
                imaginary += sample * sine(at: phase)
                phase = (phase + line) % Self.windowCount
            }
            a[harmonic] = real * 2 / Float(Self.windowCount)
            b[harmonic] = imaginary * 2 / Float(Self.windowCount)
        }
    }

    private mutating func cancel(_ filtered: UnsafeMutablePointer<Float>) {
        guard let mains = mainsHertz else { return }
        var change: Float = 0
        var power: Float = 1
        var rest: Float = 1
        var index = 0
        while index < Self.frameCount {
            let hum = follow(filtered[index], mains: mains, time: place &+ index)
            let left = filtered[index] - hum
            change += left * left - filtered[index] * filtered[index]
            power += hum * hum
            rest += left * left
            filtered[index] = left
            index &+= 1
        }
        // The quietest frame of late, which is forgotten by 1 dB a second.
        pause = min(rest, pause * 1.005)
        step = rest > Self.speakingRatio * pause ? Self.speakingStep : Self.step
        // −1 where all that is taken out was there, 1 where none was: hum that has stopped goes on as its own opposite.
        gain += 0.3 * (change / power - gain)
        guard gain > 0.3 else { return }
        for index in 0..<Self.frameCount { filtered[index] = history[place + index] }
        forget()
    }

    /// The hum in a sample, and what it teaches.
    private mutating func follow(_ sample: Float, mains: Int, time: Int) -> Float {
        let harmonics = Self.highestHertz / mains
        let turn = mains / 10 &* time % Self.windowCount
        var hum: Float = 0
        var phase = 0
        var harmonic = 1
        while harmonic <= harmonics {
            phase &+= turn
            if phase >= Self.windowCount { phase &-= Self.windowCount }
            hum += a[harmonic] * cosines[phase] + b[harmonic] * sine(at: phase)
            harmonic &+= 1
        }
        let left = self.step * (sample - hum)
        phase = 0
        harmonic = 1
        while harmonic <= harmonics {
            phase &+= turn
            if phase >= Self.windowCount { phase &-= Self.windowCount }
            a[harmonic] += left * cosines[phase]
            b[harmonic] += left * sine(at: phase)
            harmonic &+= 1
        }
        return hum
    }

    /// The stream has a hole, or another one begins: nothing is known of hum.
    mutating func forget() {
        mainsHertz = nil
        frames = 0
        evidence = (0, 0)
        rectifierEvidence = (0, 0)
    }

    /// A recording that hums begins: the sines are what they are at its first sample.
    /// - Parameter beginning: the filtered beginning of it, 0.1 s at least.
    mutating func begin(mains: Int, at beginning: [Float]) {
        forget()
        place = 0
        let rest = beginning.count - beginning.count % Self.windowCount
        guard rest > 0 else { return }
        for index in 0..<Self.windowCount { history[index] = beginning[rest - Self.windowCount + index] }
        begin(mains: mains)
        step = 2 * Self.speakingStep
        for index in stride(from: rest - 1, through: 0, by: -1) {
            _ = follow(beginning[index], mains: mains, time: index % Self.windowCount)
        }
    }
}
