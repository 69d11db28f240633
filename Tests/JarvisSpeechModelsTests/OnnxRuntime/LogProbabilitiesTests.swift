// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import JarvisSpeechModels

struct LogProbabilitiesTests {
    private func normalizer(_ scores: [Float]) -> Float {
        scores.withUnsafeBufferPointer { LogProbabilities.normalizer($0) }
    }

    @Test(arguments: [1, 15, 16, 17, 1_000]) func theNormalizerIsTheLogSumOfExponentials(count: Int) {
        let scores = (0..<count).map { Float(sin(Double($0) * 7)) * 12 - 3 }
        let exact = log(scores.reduce(0.0) { $0 + exp(Double($1)) })
        #expect(abs(Double(normalizer(scores)) - exact) < 0.0005)
    }

    @Test func veryUnlikelyScoresAddNothing() {
        #expect(abs(normalizer([0, -500, -.infinity] + [Float](repeating: -200, count: 40))) < 0.001)
        #expect(normalizer([]) == -.infinity)
    }

    @Test func theBestIsTheFirstHighestScore() {
        [Float]([1, 3, 3, -2]).withUnsafeBufferPointer { #expect(LogProbabilities.best($0) == 1) }
    }
}
