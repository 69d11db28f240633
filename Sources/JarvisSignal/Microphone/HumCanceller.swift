// SPDX-License-Identifier: GPL-3.0-or-later
// Removes mains hum and its harmonics from a microphone's sound, and leaves everything else. Pure; allocates only on
// creation.

/// Detects 50 or 60 Hz hum and cancels each harmonic with a sine whose amplitude and phase follow the residual (B.
/// Widrow, "Adaptive Noise Cancelling", 1975), which makes a narrow notch. Pauses show which harmonics are present and
/// how far the mains are from their nominal frequency; during speech, the canceller follows only those harmonics, and
/// slowly.
///
/// Changes nothing if there is no hum. Processes 20 ms frames at 16 kHz.
struct HumCanceller: Sendable {
    private static let frameCount = 320
    /// The length of the measured window: the shortest with whole periods of both mains frequencies, 0.1 s.
    private static let windowCount = 1_600
    private static let framesOfWindow = windowCount / frameCount
    /// The spectral lines to measure, in tens of hertz: the mains and their double, with neighbours.
    private static let lines = 3...14
    /// The highest harmonic to cancel; those above are too weak to matter.
    private static let highestHertz = 2_000
    /// How far the mains line has to be above its neighbours: 10 dB. Voices have no such line there.
    private static let contrast: Float = 10
    /// The least power of hum to cancel: −54 dBFS.
    private static let leastPower: Float = 4_300
    private static let framesToBeSure = 2
    /// Frames for which a line at twice the mains frequency alone (rectifier hum) has to last: it could also be a
    /// voice's pitch, but not for this long and this steadily.
    private static let framesOfRectifier = 25
    private static let framesWithout = 10
    /// A harmonic is present if its power is this far above the power that room noise gives its sine: 13 dB.
    private static let presence: Float = 20
    /// The shortest pause that shows which harmonics are present: 0.2 s.
    private static let framesOfPause = 10
    /// Frames that the sines need at first. Until then the residual contains hum, too, since the mains deviate from
    /// their nominal frequency: 0.6 s.
    private static let framesOfSettling = 30
    /// Before `framesOfSettling` have passed, the residual is speech if it exceeds this share of the hum: −15 dB.
    private static let settlingRatio: Float = 0.03
    /// Speeds of adaptation: in pauses for notches of 4 Hz; during speech for 1 Hz, or 0.25 Hz once the exact frequency
    /// of the mains is known. The wider a notch, the more speech it removes.
    private static let step: Float = 4 * 2 * .pi / 16_000
    private static let speakingStep: Float = 2 * .pi / 16_000
    private static let knownStep: Float = 0.25 * 2 * .pi / 16_000
    /// The pause frames needed to determine the exact frequency: 0.3 s.
    private static let framesOfDrift = 15
    /// A frame's residual is speech if its power is this far above that of pauses: 6 dB.
    private static let speakingRatio: Float = 4

    /// The detected mains frequency in hertz; nil if there is no hum.
    private(set) var mainsHertz: Int?
    private var sum: [Float]
    private var parts: [Float]
    private var cosines: [Float]
    private var a: [Float]
    private var b: [Float]
    private var lastA: [Float]
    private var lastB: [Float]
    private var history: [Float]
    private var place = 0
    private var frames = 0
    private var evidence = (0, 0)
    private var rectifierEvidence = (0, 0)
    private var lastLines: [Float] = [0, 0, 0, 0]
    private var gain: Float = -1
    private var pause: Float = 0
    private var framesOfPause = 0
    private var framesSinceBegin = 0
    /// The mains' deviation from their nominal frequency: the radians by which the fundamental's sine turns per frame.
    private var drift: Float = 0
    /// The number of frames that `drift` was measured in.
    private var framesOfDrift = 0
    /// The strongest harmonic of the last pause frame, with its sine.
    private var lastStrongest = 0
    private var lastSine: (a: Float, b: Float) = (0, 0)
    /// The harmonics removed during speech: those present, or all until a pause has shown which.
    private var present: [Int]
    private var all: [Int] = []
    private var phases: [Int]
    private var turns: [Int]
    private var step = HumCanceller.step
    private var framesWithoutHum = 0

    init() {
        let lineCount = Self.lines.count * 2
        sum = [Float](repeating: 0, count: lineCount)
        parts = [Float](repeating: 0, count: lineCount * Self.framesOfWindow)
        // One table serves all, since every line and harmonic is a multiple of 10 Hz.
        cosines = (0..<Self.windowCount).map { Float(cosine(2 * .pi * Double($0) / Double(Self.windowCount))) }
        let harmonics = Self.highestHertz / 50
        a = [Float](repeating: 0, count: harmonics + 1)
        b = [Float](repeating: 0, count: harmonics + 1)
        lastA = a
        lastB = b
        history = [Float](repeating: 0, count: Self.windowCount)
        phases = [Int](repeating: 0, count: harmonics + 1)
        turns = phases
        present = []
        present.reserveCapacity(harmonics)
        all.reserveCapacity(harmonics)
    }

    /// Detects hum in a frame and removes it.
    /// - Parameters:
    ///   - sound: The sound as delivered: the high-pass would remove most of the mains line.
    ///   - filtered: The same sound after the high-pass; hum is removed from it in place.
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

    /// Measures the lines of the last 0.1 s.
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
        // Add up from scratch each time, since updating by differences would accumulate errors.
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

    /// The power of a line, as the power of its sine.
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

    /// True if a line is steady: its phase is the same after every frame.
    private mutating func isSteady(_ line: Int, _ last: Int) -> Bool {
        let row = 2 * (line - Self.lines.lowerBound)
        let change = squared(sum[row] - lastLines[last]) + squared(sum[row + 1] - lastLines[last + 1])
        lastLines[last] = sum[row]
        lastLines[last + 1] = sum[row + 1]
        return change < 0.01 * (squared(sum[row]) + squared(sum[row + 1])) && stands(line)
    }

    private func squared(_ value: Float) -> Float { value * value }

    /// Starts cancelling, with sines initialized from the last 0.1 s.
    private mutating func begin(mains: Int) {
        mainsHertz = mains
        framesWithoutHum = 0
        gain = -1
        pause = .greatestFiniteMagnitude
        step = Self.step
        framesOfPause = 0
        drift = 0
        framesOfDrift = 0
        framesSinceBegin = 0
        lastStrongest = 0
        all.removeAll(keepingCapacity: true)
        for harmonic in 1...Self.highestHertz / mains {
            all.append(harmonic)
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
        present.removeAll(keepingCapacity: true)
        present.append(contentsOf: all)
    }

    private mutating func cancel(_ filtered: UnsafeMutablePointer<Float>) {
        guard let mains = mainsHertz else { return }
        turn()
        framesSinceBegin += 1
        for harmonic in 0..<a.count { (lastA[harmonic], lastB[harmonic]) = (a[harmonic], b[harmonic]) }
        var (rest, change, power) = take(filtered, mains: mains)
        let isSettled = framesSinceBegin > Self.framesOfSettling
        let speaks = rest > Self.speakingRatio * pause && (isSettled || rest > Self.settlingRatio * power)
        if speaks, step > Self.speakingStep {
            // Repeat the first frame of speech, since it has adapted the sines at the speed of pauses.
            swap(&a, &lastA)
            swap(&b, &lastB)
            step = framesOfDrift < Self.framesOfDrift ? Self.speakingStep : Self.knownStep
            for index in 0..<Self.frameCount { filtered[index] = history[place + index] }
            (rest, change, power) = take(filtered, mains: mains)
        }
        framesOfPause = speaks ? 0 : framesOfPause + 1
        // The residual's energy in pauses: the quietest recent frame, rising by 1 dB a second.
        if isSettled || speaks { pause = min(rest, pause * 1.005) } else { pause = rest }
        if framesOfPause >= Self.framesOfPause {
            step = Self.step
            listen(mains: mains, rest: rest / Float(Self.frameCount))
        }
        // The gain is −1 if everything removed was really there, and 1 if none of it was: removing hum that has stopped
        // adds its inverse. The louder the speech, the less a frame says about that.
        gain += 0.3 * min(1, power / rest) * (change / power - gain)
        guard gain > 0.3 else { return }
        for index in 0..<Self.frameCount { filtered[index] = history[place + index] }
        forget()
    }

    /// Removes the hum from a frame.
    /// - Returns: The energy of the residual, the change of energy, and the energy of the removed hum.
    private mutating func take(
        _ filtered: UnsafeMutablePointer<Float>, mains: Int
    ) -> (rest: Float, change: Float, power: Float) {
        let harmonics = step == Self.step ? all : present
        set(time: place, mains: mains)
        var change: Float = 0
        var power: Float = 1
        var rest: Float = 1
        var index = 0
        while index < Self.frameCount {
            let hum = follow(filtered[index], harmonics)
            let left = filtered[index] - hum
            change += left * left - filtered[index] * filtered[index]
            power += hum * hum
            rest += left * left
            filtered[index] = left
            index &+= 1
        }
        return (rest, change, power)
    }

    /// Determines in a pause which harmonics are present, and how far the mains deviate from their nominal frequency.
    /// - Parameter rest: The power of the pause's residual.
    private mutating func listen(mains: Int, rest: Float) {
        present.removeAll(keepingCapacity: true)
        for harmonic in 1...Self.highestHertz / mains
        where strength(harmonic) > Self.presence * Self.step * rest {
            present.append(harmonic)
        }
        // The strongest harmonic shows the deviation best.
        guard let first = present.max(by: { strength($0) < strength($1) }) else { return }
        let sine = (a: a[first], b: b[first])
        defer { lastSine = sine }
        // Wait until the sines have converged.
        if first == lastStrongest, framesOfPause >= 2 * Self.framesOfPause {
            let turned = (sine.a * lastSine.b - sine.b * lastSine.a) / (strength(first) * Float(first))
            framesOfDrift += 1
            drift += (turned - drift) / Float(min(framesOfDrift, 50))
        }
        lastStrongest = first
    }

    private func strength(_ harmonic: Int) -> Float { a[harmonic] * a[harmonic] + b[harmonic] * b[harmonic] }

    /// Turns the sines by the deviation measured in pauses.
    private mutating func turn() {
        for harmonic in present {
            let angle = drift * Float(harmonic)
            // The angle is below 0.01, where the omitted terms of the series are as small as rounding errors.
            let (real, imaginary) = (1 - angle * angle / 2, angle)
            (a[harmonic], b[harmonic]) = (
                a[harmonic] * real + b[harmonic] * imaginary, b[harmonic] * real - a[harmonic] * imaginary
            )
        }
    }

    /// Sets the sines to a moment.
    /// - Parameter time: The next sample's position, in samples of the window.
    private mutating func set(time: Int, mains: Int) {
        for harmonic in 1..<phases.count {
            turns[harmonic] = harmonic * mains / 10 % Self.windowCount
            phases[harmonic] = turns[harmonic] * time % Self.windowCount
        }
    }

    /// Returns the hum in a sample, and adapts the sines to the residual.
    private mutating func follow(_ sample: Float, _ harmonics: [Int]) -> Float {
        var hum: Float = 0
        for harmonic in harmonics {
            hum += a[harmonic] * cosines[phases[harmonic]] + b[harmonic] * sine(at: phases[harmonic])
        }
        let left = step * (sample - hum)
        for harmonic in harmonics {
            let phase = phases[harmonic]
            a[harmonic] += left * cosines[phase]
            b[harmonic] += left * sine(at: phase)
            let next = phase &+ turns[harmonic]
            phases[harmonic] = next < Self.windowCount ? next : next &- Self.windowCount
        }
        return hum
    }

    /// Forgets the hum, because of a gap in the stream or a new stream.
    mutating func forget() {
        mainsHertz = nil
        frames = 0
        evidence = (0, 0)
        rectifierEvidence = (0, 0)
    }

    /// Starts cancelling at the beginning of a recording with hum, with sines initialized for its first sample.
    /// - Parameter beginning: The first 0.1 s or more of the filtered recording.
    mutating func begin(mains: Int, at beginning: [Float]) {
        forget()
        place = 0
        let rest = beginning.count - beginning.count % Self.windowCount
        guard rest > 0 else { return }
        for index in 0..<Self.windowCount { history[index] = beginning[rest - Self.windowCount + index] }
        begin(mains: mains)
        step = Self.step / 2
        for index in stride(from: rest - 1, through: 0, by: -1) {
            set(time: index % Self.windowCount, mains: mains)
            _ = follow(beginning[index], all)
        }
        framesSinceBegin = Self.framesOfSettling
    }
}
