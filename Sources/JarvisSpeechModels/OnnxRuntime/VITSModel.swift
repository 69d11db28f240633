// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a VITS voice as published by Piper (https://github.com/OHF-Voice/piper1-gpl) in two steps: all frames of the
// text, then the sound of any number of frames. This way the first sound can be played before the last is computed.

import Glibc
public import JarvisCore
import JarvisPlatform

/// A loaded voice, for use by one thread at a time.
public final class VITSModel {
    /// Receives samples as they are made, and returns whether more are wanted.
    public typealias Hearer = (_ samples: [Float], _ isLast: Bool) -> Bool

    /// The name of the node whose input is the boundary between the two steps.
    private static let firstNodeOfSound = "/dec/conv_pre/Conv"
    private static let (phonemes, phonemeCount, scales) = ("input", "input_lengths", "scales")
    private static let sound = "output"
    private static let samplesPerFrame = 256
    /// How much the sound and the durations vary, as in Piper.
    private static let (soundVariation, durationVariation): (Float, Float) = (0.667, 0.8)
    /// The most frames on either side that affect a frame's sound: 11 for voices of medium quality, 14 for high
    /// quality, according to the sizes and dilations of their kernels.
    private static let context = 14
    /// The limit for samples: models slightly exceed 1, and damaged ones exceed everything.
    private static let loudest: Float = 8

    private let planner: OnnxNetwork
    private let vocoder: OnnxNetwork
    private let folder: String
    private let frames: String
    private var lengths: PieceLengths

    /// Loads the voice, which takes about half a second.
    /// - Parameters:
    ///   - model: The path of a voice's complete file.
    ///   - sampleRateHertz: The voice's sample rate.
    ///   - libraryFolder: The folder that contains ONNX Runtime.
    /// - Returns: Nil if the file is not a voice of this kind with one speaker.
    /// - Throws: `SpeechModelFailure.modelNotLoaded`.
    public init?(
        model: String, sampleRateHertz: Int, libraryFolder: String, threadCount: Int
    ) throws(SpeechModelFailure) {
        guard let file = MappedFile(path: model), let graph = OnnxGraph(model: file.bytes),
            Set(graph.inputs) == [Self.phonemes, Self.phonemeCount, Self.scales],
            let frames = graph.nodes.first(where: { $0.name == Self.firstNodeOfSound })?.inputs.first,
            graph.nodes.contains(where: { $0.outputs == [Self.sound] })
        else { return nil }
        // The graph refers to the bytes of the file.
        defer { withExtendedLifetime(file) {} }
        folder = Folder.parent(of: model)
        self.frames = frames
        lengths = PieceLengths(
            frameSeconds: Double(Self.samplesPerFrame) / Double(max(1, sampleRateHertz)), surround: 2 * Self.context)
        do {
            planner = try OnnxNetwork(
                graph.part(computing: [frames]), libraryFolder: libraryFolder, threadCount: threadCount)
            vocoder = try OnnxNetwork(
                graph.part(computing: [Self.sound], from: [frames]), libraryFolder: libraryFolder,
                threadCount: threadCount)
        } catch {
            throw .modelNotLoaded(folder: folder, reason: error.reason)
        }
        // If the sound depends on other inputs, such as a speaker, the voice can't be split here.
        guard vocoder.inputs.map(\.name) == [frames] else { return nil }
        ProcessMemory.trim()
    }

    /// Synthesizes phonemes as samples, −1…1, piece by piece.
    /// - Parameters:
    ///   - phonemes: Numbers of the phonemes, with start, padding and end.
    ///   - speed: A multiple of the voice's own speed.
    ///   - lead: Seconds of earlier sound still to be played; nil if the listener is already waiting.
    ///   - hear: Receives each piece, and returns whether to continue.
    public func speak(
        _ phonemes: [Int], speed: Double, lead: Double? = nil, hear: Hearer
    ) throws(SpeechModelFailure) {
        do {
            /// The time at which everything synthesized so far will have been heard.
            var heardUntil = lead.map { MonotonicTime.seconds() + $0 }
            let plan = try plan(phonemes, speed: speed)
            var place = 0
            while place < plan.count {
                let start = MonotonicTime.seconds()
                let end = place + lengths.next(of: plan.count - place, lead: heardUntil.map { $0 - start })
                let samples = try sound(of: plan, place..<end)
                let now = MonotonicTime.seconds()
                lengths.note(seconds: now - start, frames: end - place + 2 * Self.context)
                guard hear(samples, end == plan.count) else { return }
                heardUntil = max(heardUntil ?? now, now) + Double(end - place) * lengths.frameSeconds
                place = end
            }
        } catch {
            throw .voiceFailed(folder: folder, reason: error.reason)
        }
    }

    /// All frames of a text, as rows of values over time in the network's layout.
    struct Plan {
        var values: [Float]
        /// The number of rows: 192, or 96 in voices of the lowest quality.
        var width: Int
        var count: Int

        /// The values of a range of frames, in the same layout.
        func part(_ range: Range<Int>) -> [Float] {
            (0..<width).flatMap { row in
                values[(row * count + range.lowerBound)..<(row * count + range.upperBound)]
            }
        }
    }

    func plan(_ phonemes: [Int], speed: Double) throws(OnnxFailure) -> Plan {
        let tensor = try OnnxTensor(phonemes.map(Int64.init), [1, phonemes.count], of: planner)
        let count = try OnnxTensor([Int64(phonemes.count)], [1], of: planner)
        let scales = try OnnxTensor(
            [Self.soundVariation, Float(1 / speed), Self.durationVariation], [3], of: planner)
        let outputs = try planner.run(
            [(Self.phonemes, tensor), (Self.phonemeCount, count), (Self.scales, scales)], outputs: [frames])
        guard let output = outputs.first else { throw OnnxFailure(reason: "it has no frames") }
        let plan = try output.withFloats { values, shape in
            shape.count == 3 && shape[0] == 1 ? Plan(values: Array(values), width: shape[1], count: shape[2]) : nil
        }
        guard let plan else { throw OnnxFailure(reason: "its frames have an unexpected shape") }
        return plan
    }

    /// The sound of some frames, exactly as it would be within the sound of all frames.
    func sound(of plan: Plan, _ range: Range<Int>) throws(OnnxFailure) -> [Float] {
        let around = max(0, range.lowerBound - Self.context)..<min(plan.count, range.upperBound + Self.context)
        let tensor = try OnnxTensor(plan.part(around), [1, plan.width, around.count], of: vocoder)
        guard let output = try vocoder.run([(frames, tensor)], outputs: [Self.sound]).first else { return [] }
        return try output.withFloats { samples, _ in
            let frame = samples.count / around.count
            // Limit the samples: a damaged model may compute infinities, or numbers that overflow when added or
            // multiplied.
            return samples[
                ((range.lowerBound - around.lowerBound) * frame)..<((range.upperBound - around.lowerBound) * frame)
            ]
            .map { $0.isFinite ? min(max($0, -Self.loudest), Self.loudest) : 0 }
        }
    }
}
