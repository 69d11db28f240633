// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the voice network: a dense layer, a gated recurrent unit and one output, in branch-free vector arithmetic.

/// Runs the network frame by frame; the recurrent state is its memory of the sound. Allocates only on creation.
final class VoiceNetwork {
    private let dense: Int
    private let hidden: Int
    private let denseLayer: DenseLayer
    private let inputLayer: DenseLayer
    private let recurrentLayer: DenseLayer
    private let outputWeights: UnsafeMutablePointer<Float>
    private let outputBias: Float
    private let embedded: UnsafeMutablePointer<Float>
    private let fromInput: UnsafeMutablePointer<Float>
    private let fromState: UnsafeMutablePointer<Float>
    private let state: UnsafeMutablePointer<Float>

    init(_ weights: VoiceNetworkWeights) {
        dense = weights.dense
        hidden = weights.hidden
        denseLayer = DenseLayer(weights.denseWeights, biases: weights.denseBiases)
        inputLayer = DenseLayer(weights.inputWeights, biases: weights.inputBiases)
        recurrentLayer = DenseLayer(weights.recurrentWeights, biases: weights.recurrentBiases)
        outputWeights = zeroed(hidden)
        for (index, weight) in weights.outputWeights.enumerated() { outputWeights[index] = weight }
        outputBias = weights.outputBias
        embedded = zeroed(dense)
        fromInput = zeroed(3 * hidden)
        fromState = zeroed(3 * hidden)
        state = zeroed(hidden)
    }

    deinit {
        for buffer in [outputWeights, embedded, fromInput, fromState, state] { buffer.deallocate() }
    }

    func reset() {
        state.update(repeating: 0, count: hidden)
    }

    /// Processes the next frame's `VoiceFeatures.count` inputs.
    /// - Returns: The logit of speech in the frame.
    func process(_ inputs: UnsafePointer<Float>) -> Float {
        denseLayer.apply(to: inputs, into: embedded)
        var index = 0
        while index < dense {
            embedded[index] = max(embedded[index], 0)
            index &+= 1
        }
        inputLayer.apply(to: embedded, into: fromInput)
        recurrentLayer.apply(to: state, into: fromState)
        var logit = outputBias
        index = 0
        while index < hidden {
            let update = index &+ hidden
            let new = update &+ hidden
            let reset = 1 / (1 + exponential(-fromInput[index] - fromState[index]))
            let keep = 1 / (1 + exponential(-fromInput[update] - fromState[update]))
            // Uses tanh x = 2/(1 + e^−2x) − 1.
            let fresh = 2 / (1 + exponential(-2 * (fromInput[new] + reset * fromState[new]))) - 1
            let value = fresh + keep * (state[index] - fresh)
            state[index] = value
            logit += value * outputWeights[index]
            index &+= 1
        }
        return logit
    }
}

/// Computes y = x·W + b, eight outputs at a time.
private final class DenseLayer {
    private let inputs: Int
    private let outputs: Int
    private let weights: UnsafeMutablePointer<Float>
    private let biases: UnsafeMutablePointer<Float>

    /// - Parameters:
    ///   - weights: The weights for inputs × outputs, row by row.
    ///   - biases: One bias per output; their number is a multiple of eight.
    init(_ weights: [Float], biases: [Float]) {
        outputs = biases.count
        inputs = weights.count / outputs
        self.weights = zeroed(weights.count)
        self.biases = zeroed(outputs)
        for (index, weight) in weights.enumerated() { self.weights[index] = weight }
        for (index, bias) in biases.enumerated() { self.biases[index] = bias }
    }

    deinit {
        weights.deallocate()
        biases.deallocate()
    }

    func apply(to input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        let pitch = outputs &* 4
        var column = 0
        while column < pitch {
            let block = UnsafeRawPointer(weights) + column
            var sum = (UnsafeRawPointer(biases) + column).load(as: SIMD8<Float>.self)
            var row = 0
            while row < inputs {
                sum += block.load(fromByteOffset: row &* pitch, as: SIMD8<Float>.self) * input[row]
                row &+= 1
            }
            (UnsafeMutableRawPointer(output) + column).storeBytes(of: sum, as: SIMD8<Float>.self)
            column &+= 32
        }
    }
}
