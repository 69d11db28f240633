// SPDX-License-Identifier: GPL-3.0-or-later
// A VITS voice as Piper publishes it (https://github.com/OHF-Voice/piper1-gpl), computed in two steps: what is to be said in
// frames, and the sound of as many frames as are wanted. So the first sound does not wait for the last.

import Glibc
public import JarvisCore
import JarvisPlatform

/// A loaded voice. Belongs to one thread at a time.
public final class VITSModel {
    /// Takes samples of sound that have been made, and tells whether more is wanted.
    public typealias Hearer = (_ samples: [Float], _ isLast: Bool) -> Bool

    /// What is between both steps: the input of the node of this name.
    private static let firstNodeOfSound = "/dec/conv_pre/Conv"
    private static let (phonemes, phonemeCount, scales) = ("input", "input_lengths", "scales")
    private static let sound = "output"
    private static let samplesPerFrame = 256
    /// How much the sound and the durations vary, as Piper has it.
    private static let (soundVariation, durationVariation): (Float, Float) = (0.667, 0.8)
    /// Frames on each side that touch the sound of one: 11 in voices of medium quality, 14 in those of high quality, by the
    /// lengths and spacings of their kernels.
    private static let context = 14
    /// Models go a little beyond 1.
    private static let loudest: Float = 8

    private let planner: OnnxNetwork
    private let vocoder: OnnxNetwork
    private let folder: String
    private let frames: String
    private var lengths: PieceLengths

    /// Loads the voice, which takes about half a second.
    /// - Parameters:
    ///   - model: A voice's file, whole.
    ///   - sampleRateHertz: Of its sound.
    ///   - libraryFolder: Where ONNX Runtime is.
    /// - Returns: nil when it is not a voice of this kind with one speaker.
    /// - Throws: `SpeechModelFailure.modelNotLoaded`.
    public init?(
        model: String, sampleRateHertz: Int, libraryFolder: String, threadCount: Int
    ) throws(SpeechModelFailure) {
        guard let file = MappedFile(path: model), let graph = OnnxGraph(model: file.bytes),
            Set(graph.inputs) == [Self.phonemes, Self.phonemeCount, Self.scales],
            let frames = graph.nodes.first(where: { $0.name == Self.firstNodeOfSound })?.inputs.first,
            graph.nodes.contains(where: { $0.outputs == [Self.sound] })
        else { return nil }
        // The graph is a view of the file.
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
        // A voice whose sound depends on more, such as the speaker, cannot be cut there.
        guard vocoder.inputs.map(\.name) == [frames] else { return nil }
        ProcessMemory.trim()
    }

    /// Makes the sound of phonemes, −1…1.
    /// - Parameters:
    ///   - phonemes: Their numbers, with those of beginning, padding and end.
    ///   - speed: A factor of the voice's own.
    ///   - lead: Seconds of other sound that are heard before it; nil where somebody waits for it.
    ///   - hear: Called with one piece after another.
    public func speak(
        _ phonemes: [Int], speed: Double, lead: Double? = nil, hear: Hearer
    ) throws(SpeechModelFailure) {
        do {
            /// When all that was made will have been heard.
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

    /// Frames as rows of values over time, as the network has them.
    struct Plan {
        var values: [Float]
        /// Rows: 192, or 96 in voices of the lowest quality.
        var width: Int
        var count: Int

        /// The same for some frames only.
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
        guard let plan else { throw OnnxFailure(reason: "its frames have another shape than those of Piper") }
        return plan
    }

    /// The sound of some frames, as it is among all of them.
    func sound(of plan: Plan, _ range: Range<Int>) throws(OnnxFailure) -> [Float] {
        let around = max(0, range.lowerBound - Self.context)..<min(plan.count, range.upperBound + Self.context)
        let tensor = try OnnxTensor(plan.part(around), [1, plan.width, around.count], of: vocoder)
        guard let output = try vocoder.run([(frames, tensor)], outputs: [Self.sound]).first else { return [] }
        return try output.withFloats { samples, _ in
            let frame = samples.count / around.count
            // A damaged model may compute infinities, or numbers of which sums and products are.
            return samples[
                ((range.lowerBound - around.lowerBound) * frame)..<((range.upperBound - around.lowerBound) * frame)
            ]
            .map { $0.isFinite ? min(max($0, -Self.loudest), Self.loudest) : 0 }
        }
    }
}
