// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the power spectrum of real frames: a radix-2 complex transform of half the length, with precomputed tables.

/// Fourier transform of a fixed power-of-two length. Belongs to one thread; allocates only on creation.
final class RealFFT {
    let count: Int
    private let half: Int
    /// The twiddle factors: cos (and −sin in `twiddleImaginary`) of 2πk/count, for k < half.
    private let twiddleReal: UnsafeMutablePointer<Float>
    private let twiddleImaginary: UnsafeMutablePointer<Float>
    private let reversed: UnsafeMutablePointer<Int32>
    private let real: UnsafeMutablePointer<Float>
    private let imaginary: UnsafeMutablePointer<Float>

    /// - Precondition: `count` is a power of two, at least 8.
    init(count: Int) {
        precondition(count >= 8 && count & (count - 1) == 0, "the transform's length is a power of two")
        self.count = count
        half = count / 2
        twiddleReal = .allocate(capacity: half)
        twiddleImaginary = .allocate(capacity: half)
        reversed = .allocate(capacity: half)
        real = .allocate(capacity: half)
        imaginary = .allocate(capacity: half)
        real.initialize(repeating: 0, count: half)
        imaginary.initialize(repeating: 0, count: half)
        let bits = half.trailingZeroBitCount
        for index in 0..<half {
            let angle = 2 * Double.pi * Double(index) / Double(count)
            (twiddleReal + index).initialize(to: Float(cosine(angle)))
            (twiddleImaginary + index).initialize(to: Float(-sine(angle)))
            var mirrored = 0
            for bit in 0..<bits where index & (1 << bit) != 0 { mirrored |= 1 << (bits - 1 - bit) }
            (reversed + index).initialize(to: Int32(mirrored))
        }
    }

    deinit {
        twiddleReal.deallocate()
        twiddleImaginary.deallocate()
        reversed.deallocate()
        real.deallocate()
        imaginary.deallocate()
    }

    /// Writes the squared magnitudes of bins 0…count/2 − 1 of `input` (`count` values) to `power` (`count`/2 values).
    func powerSpectrum(of input: UnsafePointer<Float>, into power: UnsafeMutablePointer<Float>) {
        var index = 0
        while index < half {
            let source = 2 &* Int(reversed[index])
            real[index] = input[source]
            imaginary[index] = input[source &+ 1]
            index &+= 1
        }
        butterflies()
        unpack(into: power)
    }

    private func butterflies() {
        var size = 1
        while size < half {
            // The table has steps of 2π/count; this stage needs steps of 2π/(2·size).
            let stride = half / size
            var group = 0
            while group < half {
                var offset = 0
                while offset < size {
                    let wr = twiddleReal[offset &* stride]
                    let wi = twiddleImaginary[offset &* stride]
                    let upper = group &+ offset
                    let lower = upper &+ size
                    let tr = wr * real[lower] - wi * imaginary[lower]
                    let ti = wr * imaginary[lower] + wi * real[lower]
                    real[lower] = real[upper] - tr
                    imaginary[lower] = imaginary[upper] - ti
                    real[upper] += tr
                    imaginary[upper] += ti
                    offset &+= 1
                }
                group &+= 2 &* size
            }
            size &*= 2
        }
    }

    /// Separates the transforms of even and odd samples, which were computed as one complex signal.
    private func unpack(into power: UnsafeMutablePointer<Float>) {
        let direct = real[0] + imaginary[0]
        power[0] = direct * direct
        var bin = 1
        while bin < half {
            let mirror = half &- bin
            let evenReal = 0.5 * (real[bin] + real[mirror])
            let evenImaginary = 0.5 * (imaginary[bin] - imaginary[mirror])
            let oddReal = 0.5 * (imaginary[bin] + imaginary[mirror])
            let oddImaginary = 0.5 * (real[mirror] - real[bin])
            let wr = twiddleReal[bin]
            let wi = twiddleImaginary[bin]
            let re = evenReal + wr * oddReal - wi * oddImaginary
            let im = evenImaginary + wr * oddImaginary + wi * oddReal
            power[bin] = re * re + im * im
            bin &+= 1
        }
    }
}
