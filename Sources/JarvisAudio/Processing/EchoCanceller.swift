// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the linear echo canceller of speexdsp (MDF, J.-M. Valin 2007). Capture thread only; allocates only on creation.

import CSpeexDSP
import JarvisCore

/// Removes playback from the microphone's sound. Purely linear: it suppresses no remaining echo.
final class EchoCanceller {
    /// The samples processed at a time: 10 ms.
    private static let hop = 160
    /// The length of the room's response: 128 ms. 100 ms would remove 2–5 dB less (five synthetic rooms of 0.35 s).
    static let tailSamples = 2048
    /// The number of values in the impulse response: a multiple of `hop`.
    static let roomSamples = (tailSamples + hop - 1) / hop * hop

    private let state: OpaquePointer

    /// Returns nil if memory runs out.
    init?() {
        guard let state = speex_echo_state_init(Int32(Self.hop), Int32(Self.tailSamples)) else { return nil }
        self.state = state
        var rate = Int32(AudioFrame.sampleRateHertz)
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit {
        speex_echo_state_destroy(state)
    }

    /// Processes 20 ms of microphone sound with the simultaneous playback, and writes the residual.
    func process(
        _ microphone: UnsafePointer<Int16>, reference: UnsafePointer<Int16>, into residual: UnsafeMutablePointer<Int16>
    ) {
        var start = 0
        while start < AudioFrame.samplesPerFrame {
            speex_echo_cancellation(state, microphone + start, reference + start, residual + start)
            start &+= Self.hop
        }
    }

    /// Copies the impulse response of the learned room, `roomSamples` values.
    func copyRoom(into response: UnsafeMutableBufferPointer<Int32>) {
        guard response.count >= Self.roomSamples else { return }
        speex_echo_ctl(state, SPEEX_ECHO_GET_IMPULSE_RESPONSE, response.baseAddress)
    }

    /// Forgets the room.
    func reset() {
        speex_echo_state_reset(state)
    }
}
