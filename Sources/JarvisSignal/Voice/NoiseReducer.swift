// SPDX-License-Identifier: GPL-3.0-or-later
// Removes steady noise from an utterance before a second search, with the suppressor of the library that comes with
// PulseAudio. Uses the mildest setting, which leaves clean speech alone; stronger ones lose words.

import Glibc

/// WebRTC's noise suppressor, loaded at run time: its headers aren't packaged, and recognition must work without the
/// library.
public struct NoiseReducer {
    /// The samples in a block: 10 ms at 16 kHz.
    private static let block = 160
    private static let mildest: Int32 = 0

    private let library: Library

    /// Returns nil if the library isn't installed.
    public init?() {
        guard let library = Library() else { return nil }
        self.library = library
    }

    /// Removes steady noise.
    /// - Parameter samples: A whole utterance at 16 kHz, with some of the sound before it.
    /// - Returns: The same number of samples with less noise; `samples` itself if memory runs out.
    public func reduce(_ samples: [Int16]) -> [Int16] {
        guard let state = library.create() else { return samples }
        defer { library.free(state) }
        guard library.initialize(state, 16_000) == 0, library.setPolicy(state, Self.mildest) == 0 else {
            return samples
        }
        var reduced = samples
        var block = [Float](repeating: 0, count: Self.block)
        var result = block
        for start in stride(from: 0, through: samples.count - Self.block, by: Self.block) {
            for index in 0..<Self.block { block[index] = Float(samples[start + index]) }
            process(state, &block, &result)
            for index in 0..<Self.block { reduced[start + index] = Int16(max(-32_768, min(32_767, result[index]))) }
        }
        return reduced
    }

    /// Processes one block. The library takes a pointer per frequency band, and at 16 kHz there is only one band.
    private func process(_ state: OpaquePointer, _ block: inout [Float], _ result: inout [Float]) {
        block.withUnsafeMutableBufferPointer { block in
            result.withUnsafeMutableBufferPointer { result in
                var input = block.baseAddress
                var output = result.baseAddress
                library.analyze(state, input)
                library.process(state, &input, 1, &output)
            }
        }
    }

    /// The library's functions, as declared in modules/audio_processing/ns/noise_suppression.h of release 0.3. The
    /// library stays loaded.
    private struct Library {
        typealias Bands = UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

        let create: @convention(c) () -> OpaquePointer?
        let free: @convention(c) (OpaquePointer?) -> Void
        let initialize: @convention(c) (OpaquePointer?, UInt32) -> Int32
        let setPolicy: @convention(c) (OpaquePointer?, Int32) -> Int32
        let analyze: @convention(c) (OpaquePointer?, UnsafeMutablePointer<Float>?) -> Void
        let process: @convention(c) (OpaquePointer?, Bands?, Int, Bands?) -> Void

        init?() {
            // Later releases don't export these functions, so insist on the version.
            guard let handle = dlopen("libwebrtc_audio_processing.so.1", RTLD_NOW | RTLD_LOCAL),
                let create = dlsym(handle, "WebRtcNs_Create"), let free = dlsym(handle, "WebRtcNs_Free"),
                let initialize = dlsym(handle, "WebRtcNs_Init"),
                let setPolicy = dlsym(handle, "WebRtcNs_set_policy"),
                let analyze = dlsym(handle, "WebRtcNs_Analyze"), let process = dlsym(handle, "WebRtcNs_Process")
            else { return nil }
            self.create = unsafeBitCast(create, to: (@convention(c) () -> OpaquePointer?).self)
            self.free = unsafeBitCast(free, to: (@convention(c) (OpaquePointer?) -> Void).self)
            self.initialize = unsafeBitCast(initialize, to: (@convention(c) (OpaquePointer?, UInt32) -> Int32).self)
            self.setPolicy = unsafeBitCast(setPolicy, to: (@convention(c) (OpaquePointer?, Int32) -> Int32).self)
            self.analyze = unsafeBitCast(
                analyze, to: (@convention(c) (OpaquePointer?, UnsafeMutablePointer<Float>?) -> Void).self)
            self.process = unsafeBitCast(
                process, to: (@convention(c) (OpaquePointer?, Bands?, Int, Bands?) -> Void).self)
        }
    }
}
