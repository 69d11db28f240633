// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the noise suppressor of speexdsp's preprocessor, which runs ahead of the voice detector. Capture thread only;
// allocates only on creation.

import CSpeexDSP
import JarvisCore

/// Removes steady noise from 20 ms frames.
final class NoiseSuppressor {
    /// The depth of suppression; deeper suppression produces artefacts.
    private static let depthDB: Int32 = -12
    /// The samples processed at a time: 10 ms, which is also the delay of the output.
    private static let hop = 160

    private let state: OpaquePointer

    /// Returns nil if memory runs out.
    init?() {
        guard
            let state = speex_preprocess_state_init(
                Int32(Self.hop), Int32(AudioFrame.sampleRateHertz))
        else { return nil }
        self.state = state
        var depth = Self.depthDB
        var isOn: Int32 = 1
        speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_DENOISE, &isOn)
        speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_NOISE_SUPPRESS, &depth)
    }

    deinit {
        speex_preprocess_state_destroy(state)
    }

    /// Removes noise from 320 samples in place.
    func process(_ frame: UnsafeMutablePointer<Int16>) {
        var start = 0
        while start < AudioFrame.samplesPerFrame {
            speex_preprocess_run(state, frame + start)
            start &+= Self.hop
        }
    }
}
