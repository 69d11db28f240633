// SPDX-License-Identifier: GPL-3.0-or-later
// The voice detector of WebRTC, from the audio-processing library that PulseAudio brings along, found at run time: its
// headers are not packaged, and where the library is absent the program must start all the same.

import Glibc
public import JarvisSignal

/// WebRTC's Gaussian-mixture detector on the 10 ms frames at which it is best. Hears nearly all speech, and much of
/// music, typing and hum as well.
public final class WebRTCVoiceDetector: VoiceActivityDetector {
    private static let hop = 160
    private static let quietestDBFS: Float = -72

    /// 320: 20 ms, judged in two halves.
    public let samplesPerFrame = 2 * WebRTCVoiceDetector.hop
    /// 0…100 percent: mode 3 below 34 (strict), mode 2 below 67, mode 1 above.
    public var sensitivityPercent: Double = 50 {
        didSet { applyMode() }
    }

    private let library: Library
    private let state: OpaquePointer
    private let fixedMode: Int32?

    /// - Parameter mode: 0…3, whatever the sensitivity; nil follows the sensitivity.
    /// - Returns: nil where the library is not installed.
    public init?(mode: Int? = nil) {
        guard let library = Library(), let state = library.create() else { return nil }
        self.library = library
        self.state = state
        fixedMode = mode.map { Int32(min(max($0, 0), 3)) }
        reset()
    }

    deinit {
        library.free(state)
    }

    /// Forgets the background.
    public func reset() {
        _ = library.initialize(state)
        applyMode()
    }

    /// Takes the next 320 samples; speech in either half is speech.
    public func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity {
        precondition(frame.count == samplesPerFrame, "the detector takes frames of exactly 20 ms")
        let level = LevelMeter.dBFS(frame)
        guard level > Self.quietestDBFS, let samples = frame.baseAddress else {
            return VoiceActivity(isSpeech: false, likelihood: 0, levelDBFS: level)
        }
        let first = library.process(state, 16_000, samples, Self.hop)
        let second = library.process(state, 16_000, samples + Self.hop, Self.hop)
        let isSpeech = first == 1 || second == 1
        return VoiceActivity(isSpeech: isSpeech, likelihood: isSpeech ? 0.75 : 0.25, levelDBFS: level)
    }

    private func applyMode() {
        let followed: Int32 = sensitivityPercent < 34 ? 3 : sensitivityPercent < 67 ? 2 : 1
        _ = library.setMode(state, fixedMode ?? followed)
    }

    /// The five entry points, as common_audio/vad/include/webrtc_vad.h of release 0.3 declares them. The library is
    /// never unloaded.
    private struct Library {
        let create: @convention(c) () -> OpaquePointer?
        let free: @convention(c) (OpaquePointer?) -> Void
        let initialize: @convention(c) (OpaquePointer?) -> Int32
        let setMode: @convention(c) (OpaquePointer?, Int32) -> Int32
        let process: @convention(c) (OpaquePointer?, Int32, UnsafePointer<Int16>?, Int) -> Int32

        init?() {
            // Later releases of the library do not export these symbols, so the version is part of the contract.
            guard let handle = dlopen("libwebrtc_audio_processing.so.1", RTLD_NOW | RTLD_LOCAL),
                let create = dlsym(handle, "WebRtcVad_Create"), let free = dlsym(handle, "WebRtcVad_Free"),
                let initialize = dlsym(handle, "WebRtcVad_Init"), let setMode = dlsym(handle, "WebRtcVad_set_mode"),
                let process = dlsym(handle, "WebRtcVad_Process")
            else { return nil }
            self.create = unsafeBitCast(create, to: (@convention(c) () -> OpaquePointer?).self)
            self.free = unsafeBitCast(free, to: (@convention(c) (OpaquePointer?) -> Void).self)
            self.initialize = unsafeBitCast(initialize, to: (@convention(c) (OpaquePointer?) -> Int32).self)
            self.setMode = unsafeBitCast(setMode, to: (@convention(c) (OpaquePointer?, Int32) -> Int32).self)
            self.process = unsafeBitCast(
                process, to: (@convention(c) (OpaquePointer?, Int32, UnsafePointer<Int16>?, Int) -> Int32).self)
        }
    }
}
