// SPDX-License-Identifier: GPL-3.0-or-later
// The linear echo canceller of speexdsp (MDF, J.-M. Valin 2007). Capture thread only; allocates only when made.

import CSpeexDSP
import JarvisCore

/// Takes what the speaker plays out of what the microphone hears, and nothing else: nothing is suppressed.
final class EchoCanceller {
    /// 10 ms.
    private static let hop = 160
    /// 128 ms of room. With 100 ms it takes out 2–5 dB less (five synthetic rooms of 0.35 s).
    static let tailSamples = 2048
    /// Values of the impulse response: whole hops.
    static let roomSamples = (tailSamples + hop - 1) / hop * hop

    private let state: OpaquePointer

    /// nil when there is no memory for it.
    init?() {
        guard let state = speex_echo_state_init(Int32(Self.hop), Int32(Self.tailSamples)) else { return nil }
        self.state = state
        var rate = Int32(AudioFrame.sampleRateHertz)
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit {
        speex_echo_state_destroy(state)
    }

    /// Takes 20 ms of microphone and of the sound played then, and writes what remains of the microphone.
    func process(
        _ microphone: UnsafePointer<Int16>, reference: UnsafePointer<Int16>, into residual: UnsafeMutablePointer<Int16>
    ) {
        var start = 0
        while start < AudioFrame.samplesPerFrame {
            speex_echo_cancellation(state, microphone + start, reference + start, residual + start)
            start &+= Self.hop
        }
    }

    /// Copies what has been learned of the room: its impulse response, `roomSamples` values.
    func copyRoom(into response: UnsafeMutableBufferPointer<Int32>) {
        guard response.count >= Self.roomSamples else { return }
        speex_echo_ctl(state, SPEEX_ECHO_GET_IMPULSE_RESPONSE, response.baseAddress)
    }

    /// Forgets the room.
    func reset() {
        speex_echo_state_reset(state)
    }
}
