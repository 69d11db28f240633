// SPDX-License-Identifier: GPL-3.0-or-later
// The transform of lengths that aren't powers of two, against its definition.

import Glibc
import JarvisTesting
import Testing

@testable import JarvisSignal

struct ComplexFFTTests {
    private func random(_ count: Int) -> [Float] {
        var generator = SeededGenerator(seed: UInt64(count))
        return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
    }

    @Test(arguments: [2, 3, 4, 5, 6, 8, 30, 75, 600, 1200])
    func theTransformIsThatOfItsDefinition(count: Int) throws {
        let transform = try #require(ComplexFFT(count: count))
        let (real, imaginary) = (random(count), random(count + 1).dropLast())
        var (re, im) = (real, Array(imaginary))
        re.withUnsafeMutableBufferPointer { re in
            im.withUnsafeMutableBufferPointer { im in
                if let re = re.baseAddress, let im = im.baseAddress { transform.transform(re, im) }
            }
        }
        for bin in stride(from: 0, to: count, by: max(1, count / 50)) {
            var (x, y) = (0.0, 0.0)
            for (index, (a, b)) in zip(real, imaginary).enumerated() {
                let angle = -2 * Double.pi * Double(bin * index % count) / Double(count)
                x += Double(a) * cos(angle) - Double(b) * sin(angle)
                y += Double(a) * sin(angle) + Double(b) * cos(angle)
            }
            #expect(abs(Double(re[bin]) - x) < 1e-3 && abs(Double(im[bin]) - y) < 1e-3, "bin \(bin)")
        }
        re.withUnsafeMutableBufferPointer { re in
            im.withUnsafeMutableBufferPointer { im in
                if let re = re.baseAddress, let im = im.baseAddress { transform.invert(re, im) }
            }
        }
        #expect(zip(re, real).allSatisfy { abs($0 / Float(count) - $1) < 1e-5 })
        #expect(zip(im, imaginary).allSatisfy { abs($0 / Float(count) - $1) < 1e-5 })
    }

    @Test(arguments: [0, 1, 7, 14, 1201]) func otherLengthsAreRefused(count: Int) {
        #expect(ComplexFFT(count: count) == nil)
    }

    @Test func elementaryFunctionsAreAccurate() {
        for step in -400...400 {
            let x = Float(step) / 37
            let values = Lanes(repeating: x)
            #expect(abs(exponential(values)[3] / expf(x) - 1) < 1e-5, "\(x)")
            #expect(abs(hyperbolicTangent(values)[5] - tanhf(x)) < 1e-5, "\(x)")
            #expect(abs(Double(sine(ofTurns: values)[0]) - sin(2 * .pi * Double(x))) < 2e-5, "\(x)")
            #expect(abs(Double(cosine(ofTurns: values)[7]) - cos(2 * .pi * Double(x))) < 2e-5, "\(x)")
        }
        let far = Lanes(200, -200, .infinity, -.infinity, 87, -87, 0, 1)
        #expect((0..<8).allSatisfy { exponential(far)[$0].isFinite })
    }
}
