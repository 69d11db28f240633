// SPDX-License-Identifier: GPL-3.0-or-later
// Maps positions in one spoken version of a text to another version: compares coarse-band spectra by dynamic time
// warping (Sakoe and Chiba, 1978). Pure.

import Glibc

/// Maps moments of a reference recording to moments of a target recording.
public struct SpeechAlignment: Sendable {
    /// The frame of the target for each frame of the reference.
    private let frames: [Int]
    private let referenceHop: Double
    private let targetHop: Double
    private let targetCount: Int

    private static let framesPerSecond = 100.0
    /// The cost of a step in only one of the recordings.
    private static let detour: Float = 0.35
    /// The path stays around the diagonal, within this share of the longer recording.
    private static let corridor = 0.25

    /// - Parameters:
    ///   - reference: A recording in which positions are known, mono, −1…1.
    ///   - target: Another recording of the same text.
    public init(
        reference: [Float], rateHertz referenceRate: Int, target: [Float], rateHertz targetRate: Int
    ) {
        let known = SpeechFeatures.frames(of: reference, rateHertz: referenceRate, perSecond: Self.framesPerSecond)
        let other = SpeechFeatures.frames(of: target, rateHertz: targetRate, perSecond: Self.framesPerSecond)
        referenceHop = Double(referenceRate) / Self.framesPerSecond
        targetHop = Double(targetRate) / Self.framesPerSecond
        targetCount = target.count
        frames = Self.path(known, other)
    }

    /// The target sample that corresponds to this reference sample.
    public func place(of sample: Int) -> Int {
        guard !frames.isEmpty else { return 0 }
        let position = Double(max(0, sample)) / referenceHop
        let index = min(Int(position), frames.count - 1)
        let next = min(index + 1, frames.count - 1)
        let frame = Double(frames[index]) + Double(frames[next] - frames[index]) * min(1, position - Double(index))
        return min(targetCount, Int(frame * targetHop))
    }

    private static func path(_ rows: [SpeechFeatures.Frame], _ columns: [SpeechFeatures.Frame]) -> [Int] {
        guard !rows.isEmpty, !columns.isEmpty else { return [] }
        let width = columns.count
        let slope = Double(width) / Double(rows.count)
        let reach = max(20, Int(corridor * Double(max(width, rows.count))))
        let infinity = Float.infinity
        var before = [Float](repeating: infinity, count: width)
        /// The step that leads to each cell: 0 in both recordings, 1 only in the reference, 2 only in the target.
        var steps = [UInt8](repeating: 0, count: rows.count * width)
        for row in rows.indices {
            var current = [Float](repeating: infinity, count: width)
            let middle = Int(Double(row) * slope)
            let range = max(0, middle - reach)...min(width - 1, middle + reach)
            for column in range {
                let cost = rows[row].distance(to: columns[column])
                if row == 0, column == 0 {
                    current[0] = cost
                    continue
                }
                let both = row > 0 && column > 0 ? before[column - 1] : infinity
                let upper = row > 0 ? before[column] + detour : infinity
                let left = column > 0 ? current[column - 1] + detour : infinity
                let best = min(both, upper, left)
                current[column] = best + cost
                steps[row * width + column] = best == both ? 0 : best == upper ? 1 : 2
            }
            before = current
        }
        var frames = [Int](repeating: 0, count: rows.count)
        var (row, column) = (rows.count - 1, width - 1)
        // If several target frames match a reference frame, map it to the first of them.
        while row >= 0 {
            frames[row] = column
            switch steps[row * width + column] {
            case 2 where column > 0: column -= 1
            case 1: row -= 1
            default:
                row -= 1
                column = max(0, column - 1)
            }
        }
        return frames
    }
}

/// Computes coarse spectra without the overall differences between voices.
enum SpeechFeatures {
    struct Frame {
        var bands: [Float]

        func distance(to other: Frame) -> Float {
            var sum: Float = 0
            for band in bands.indices {
                let difference = bands[band] - other.bands[band]
                sum += difference * difference
            }
            return (sum / Float(bands.count)).squareRoot()
        }
    }

    private static let length = 512
    /// The edges of the bands in hertz.
    private static let edges: [Double] = [
        100, 250, 420, 620, 860, 1_150, 1_500, 1_950, 2_500, 3_200, 4_100, 5_400, 7_600,
    ]
    /// The weight of the loudness, which counts as much as this many bands.
    private static let loudnessWeight: Float = 3

    static func frames(of samples: [Float], rateHertz: Int, perSecond: Double) -> [Frame] {
        let hop = Double(rateHertz) / perSecond
        let count = Int(Double(samples.count) / hop)
        guard count > 0 else { return [] }
        let transform = RealFFT(count: length)
        let bins = edges.map { min(length / 2 - 1, Int($0 * Double(length) / Double(rateHertz))) }
        let window = (0..<length).map { Float(0.5 - 0.5 * cosine(2 * .pi * (Double($0) + 0.5) / Double(length))) }
        var frames: [Frame] = []
        frames.reserveCapacity(count)
        var windowed = [Float](repeating: 0, count: length)
        var power = [Float](repeating: 0, count: length / 2)
        for index in 0..<count {
            let start = Int((Double(index) + 0.5) * hop) - length / 2
            for place in 0..<length {
                let sample = start + place
                windowed[place] = sample >= 0 && sample < samples.count ? samples[sample] * window[place] : 0
            }
            windowed.withUnsafeMutableBufferPointer { input in
                power.withUnsafeMutableBufferPointer { output in
                    guard let input = input.baseAddress, let output = output.baseAddress else { return }
                    transform.powerSpectrum(of: input, into: output)
                }
            }
            var bands = zip(bins, bins.dropFirst()).map { low, high in
                log(power[low..<max(low + 1, high)].reduce(0, +) / Float(max(1, high - low)) + 1e-4)
            }
            bands.append(log(power[1...].reduce(0, +) + 1e-3))
            frames.append(Frame(bands: bands))
        }
        return normalized(frames)
    }

    /// Normalizes each band to mean 0 and deviation 1.
    private static func normalized(_ frames: [Frame]) -> [Frame] {
        var frames = frames
        let count = Float(frames.count)
        for band in frames[0].bands.indices {
            let mean = frames.reduce(0) { $0 + $1.bands[band] } / count
            let variance = frames.reduce(0) { $0 + ($1.bands[band] - mean) * ($1.bands[band] - mean) } / count
            let isLoudness = band == frames[0].bands.count - 1
            let scale = (isLoudness ? loudnessWeight.squareRoot() : 1) / (variance.squareRoot() + 1e-3)
            for index in frames.indices { frames[index].bands[band] = (frames[index].bands[band] - mean) * scale }
        }
        return frames
    }
}
