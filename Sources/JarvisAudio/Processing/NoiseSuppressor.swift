// SPDX-License-Identifier: GPL-3.0-or-later
// The noise suppressor of speexdsp's preprocessor, in front of the voice detector. Capture thread only; allocates only
// when made.

import CSpeexDSP
import JarvisCore

/// Takes steady noise out of frames of 20 ms.
final class NoiseSuppressor {
    /// Deeper suppression makes a noise of its own.
    private static let depthDB: Int32 = -12
    /// 10 ms: the sound comes out this much later.
    private static let hop = 160

    private let state: OpaquePointer

    /// nil when there is no memory for it.
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

    /// Takes the noise out of 320 samples in place.
    func process(_ frame: UnsafeMutablePointer<Int16>) {
        var start = 0
        while start < AudioFrame.samplesPerFrame {
            speex_preprocess_run(state, frame + start)
            start &+= Self.hop
        }
    }
}
