// SPDX-License-Identifier: GPL-3.0-or-later
// The Fourier transform of complex frames whose length has no prime factors but 2, 3 and 5, such as the 1200 samples of
// 50 ms at 24 kHz. In Stockham's form, each pass sorts its results as it writes them.

/// A transform of fixed length. Belongs to one thread; allocates only on creation.
final class ComplexFFT {
    let count: Int
    private let passes: [Pass]
    /// The factors of all passes, cosines and sines apart.
    private let cosines: UnsafeMutablePointer<Float>
    private let sines: UnsafeMutablePointer<Float>
    private let spareReal: UnsafeMutablePointer<Float>
    private let spareImaginary: UnsafeMutablePointer<Float>

    private struct Pass {
        var radix: Int
        /// The number of transforms that this pass leaves, and how far apart their values are.
        var groups: Int
        var stride: Int
        /// The place of the pass's factors: `groups` for each row but the first.
        var factors: Int
    }

    /// - Returns: Nil if the length has another prime factor.
    init?(count: Int) {
        var (rest, passes, factorCount) = (count, [Pass](), 0)
        for radix in [5, 3, 4, 2] {
            while rest > 1, rest % radix == 0 {
                passes.append(
                    Pass(radix: radix, groups: rest / radix, stride: count / rest, factors: factorCount))
                rest /= radix
                factorCount += rest * (radix - 1)
            }
        }
        guard rest == 1, !passes.isEmpty else { return nil }
        self.count = count
        self.passes = passes
        cosines = .allocate(capacity: factorCount)
        sines = .allocate(capacity: factorCount)
        spareReal = .allocate(capacity: count)
        spareImaginary = .allocate(capacity: count)
        spareReal.initialize(repeating: 0, count: count)
        spareImaginary.initialize(repeating: 0, count: count)
        for pass in passes {
            let length = Double(pass.groups * pass.radix)
            for row in 1..<pass.radix {
                for group in 0..<pass.groups {
                    let angle = -2 * Double.pi * Double(row * group) / length
                    let place = pass.factors + (row - 1) * pass.groups + group
                    (cosines + place).initialize(to: Float(cosine(angle)))
                    (sines + place).initialize(to: Float(sine(angle)))
                }
            }
        }
    }

    deinit {
        for buffer in [cosines, sines, spareReal, spareImaginary] { buffer.deallocate() }
    }

    /// Replaces `count` values by their transform: Σ x[n]·exp(−2πikn/count).
    func transform(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        var (from, to) = ((real, imaginary), (spareReal, spareImaginary))
        for pass in passes {
            run(pass, from.0, from.1, to.0, to.1)
            swap(&from, &to)
        }
        guard from.0 != real else { return }
        real.update(from: from.0, count: count)
        imaginary.update(from: from.1, count: count)
    }

    /// Replaces `count` values by their inverse transform, times `count`.
    func invert(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        // Exchanging real and imaginary parts before and after turns the transform into its inverse.
        transform(imaginary, real)
    }

    private func run(
        _ pass: Pass, _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>,
        _ outReal: UnsafeMutablePointer<Float>, _ outImaginary: UnsafeMutablePointer<Float>
    ) {
        let stride = pass.stride
        let step = stride &* pass.groups
        var group = 0
        while group < pass.groups {
            let input = group &* stride
            let output = input &* pass.radix
            let factor = pass.factors &+ group
            switch pass.radix {
            case 5:
                five(
                    real + input, imaginary + input, step, outReal + output, outImaginary + output, stride,
                    factor, pass.groups)
            case 4:
                four(
                    real + input, imaginary + input, step, outReal + output, outImaginary + output, stride,
                    factor, pass.groups)
            case 3:
                three(
                    real + input, imaginary + input, step, outReal + output, outImaginary + output, stride,
                    factor, pass.groups)
            default:
                two(real + input, imaginary + input, step, outReal + output, outImaginary + output, stride, factor)
            }
            group &+= 1
        }
    }

    private func two(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ step: Int,
        _ outReal: UnsafeMutablePointer<Float>, _ outImaginary: UnsafeMutablePointer<Float>, _ stride: Int,
        _ factor: Int
    ) {
        let (c1, s1) = (cosines[factor], sines[factor])
        for place in 0..<stride {
            let (ar, ai) = (real[place], imaginary[place])
            let (br, bi) = (real[place &+ step], imaginary[place &+ step])
            (outReal[place], outImaginary[place]) = (ar + br, ai + bi)
            let (dr, di) = (ar - br, ai - bi)
            outReal[place &+ stride] = dr * c1 - di * s1
            outImaginary[place &+ stride] = dr * s1 + di * c1
        }
    }

    private func three(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ step: Int,
        _ outReal: UnsafeMutablePointer<Float>, _ outImaginary: UnsafeMutablePointer<Float>, _ stride: Int,
        _ factor: Int, _ row: Int
    ) {
        let (c1, s1, c2, s2) = (cosines[factor], sines[factor], cosines[factor &+ row], sines[factor &+ row])
        for place in 0..<stride {
            let (ar, ai) = (real[place], imaginary[place])
            let (br, bi) = (real[place &+ step], imaginary[place &+ step])
            let (cr, ci) = (real[place &+ 2 &* step], imaginary[place &+ 2 &* step])
            let (sr, si) = (br + cr, bi + ci)
            let (dr, di) = (Self.sine60 * (br - cr), Self.sine60 * (bi - ci))
            let (mr, mi) = (ar - 0.5 * sr, ai - 0.5 * si)
            (outReal[place], outImaginary[place]) = (ar + sr, ai + si)
            let (xr, xi) = (mr + di, mi - dr)
            outReal[place &+ stride] = xr * c1 - xi * s1
            outImaginary[place &+ stride] = xr * s1 + xi * c1
            let (yr, yi) = (mr - di, mi + dr)
            outReal[place &+ 2 &* stride] = yr * c2 - yi * s2
            outImaginary[place &+ 2 &* stride] = yr * s2 + yi * c2
        }
    }

    private func four(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ step: Int,
        _ outReal: UnsafeMutablePointer<Float>, _ outImaginary: UnsafeMutablePointer<Float>, _ stride: Int,
        _ factor: Int, _ row: Int
    ) {
        let (c1, s1) = (cosines[factor], sines[factor])
        let (c2, s2) = (cosines[factor &+ row], sines[factor &+ row])
        let (c3, s3) = (cosines[factor &+ 2 &* row], sines[factor &+ 2 &* row])
        for place in 0..<stride {
            let (ar, ai) = (real[place], imaginary[place])
            let (br, bi) = (real[place &+ step], imaginary[place &+ step])
            let (cr, ci) = (real[place &+ 2 &* step], imaginary[place &+ 2 &* step])
            let (dr, di) = (real[place &+ 3 &* step], imaginary[place &+ 3 &* step])
            let (er, ei, fr, fi) = (ar + cr, ai + ci, ar - cr, ai - ci)
            let (gr, gi, hr, hi) = (br + dr, bi + di, br - dr, bi - di)
            (outReal[place], outImaginary[place]) = (er + gr, ei + gi)
            let (xr, xi) = (fr + hi, fi - hr)
            outReal[place &+ stride] = xr * c1 - xi * s1
            outImaginary[place &+ stride] = xr * s1 + xi * c1
            let (yr, yi) = (er - gr, ei - gi)
            outReal[place &+ 2 &* stride] = yr * c2 - yi * s2
            outImaginary[place &+ 2 &* stride] = yr * s2 + yi * c2
            let (zr, zi) = (fr - hi, fi + hr)
            outReal[place &+ 3 &* stride] = zr * c3 - zi * s3
            outImaginary[place &+ 3 &* stride] = zr * s3 + zi * c3
        }
    }

    private func five(
        _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, _ step: Int,
        _ outReal: UnsafeMutablePointer<Float>, _ outImaginary: UnsafeMutablePointer<Float>, _ stride: Int,
        _ factor: Int, _ row: Int
    ) {
        let (c1, s1) = (cosines[factor], sines[factor])
        let (c2, s2) = (cosines[factor &+ row], sines[factor &+ row])
        let (c3, s3) = (cosines[factor &+ 2 &* row], sines[factor &+ 2 &* row])
        let (c4, s4) = (cosines[factor &+ 3 &* row], sines[factor &+ 3 &* row])
        for place in 0..<stride {
            let (ar, ai) = (real[place], imaginary[place])
            let (br, bi) = (real[place &+ step], imaginary[place &+ step])
            let (cr, ci) = (real[place &+ 2 &* step], imaginary[place &+ 2 &* step])
            let (dr, di) = (real[place &+ 3 &* step], imaginary[place &+ 3 &* step])
            let (er, ei) = (real[place &+ 4 &* step], imaginary[place &+ 4 &* step])
            let (pr, pi, qr, qi) = (br + er, bi + ei, cr + dr, ci + di)
            let (tr, ti, ur, ui) = (br - er, bi - ei, cr - dr, ci - di)
            (outReal[place], outImaginary[place]) = (ar + pr + qr, ai + pi + qi)
            let (mr, mi) = (
                ar + Self.cosine72 * pr + Self.cosine144 * qr, ai + Self.cosine72 * pi + Self.cosine144 * qi
            )
            let (nr, ni) = (
                ar + Self.cosine144 * pr + Self.cosine72 * qr, ai + Self.cosine144 * pi + Self.cosine72 * qi
            )
            let (vr, vi) = (Self.sine72 * tr + Self.sine144 * ur, Self.sine72 * ti + Self.sine144 * ui)
            let (wr, wi) = (Self.sine144 * tr - Self.sine72 * ur, Self.sine144 * ti - Self.sine72 * ui)
            put(mr + vi, mi - vr, c1, s1, outReal + place + stride, outImaginary + place + stride)
            put(nr + wi, ni - wr, c2, s2, outReal + place + 2 * stride, outImaginary + place + 2 * stride)
            put(nr - wi, ni + wr, c3, s3, outReal + place + 3 * stride, outImaginary + place + 3 * stride)
            put(mr - vi, mi + vr, c4, s4, outReal + place + 4 * stride, outImaginary + place + 4 * stride)
        }
    }

    /// Writes a value times a factor.
    @inline(__always)
    private func put(
        _ real: Float, _ imaginary: Float, _ c: Float, _ s: Float, _ outReal: UnsafeMutablePointer<Float>,
        _ outImaginary: UnsafeMutablePointer<Float>
    ) {
        outReal.pointee = real * c - imaginary * s
        outImaginary.pointee = real * s + imaginary * c
    }

    private static let sine60: Float = 0.866_025_403_784_438_6
    private static let (cosine72, sine72): (Float, Float) = (0.309_016_994_374_947_4, 0.951_056_516_295_153_6)
    private static let (cosine144, sine144): (Float, Float) = (-0.809_016_994_374_947_4, 0.587_785_252_292_473_1)
}
