// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps WebRTC's voice detector, loaded at run time from the audio-processing library that comes with PulseAudio: its
// headers aren't packaged, and the program must start without the library.

import Glibc
public import JarvisSignal

/// WebRTC's Gaussian-mixture detector on 10 ms frames, which suit it best. It detects nearly all speech, but also much
/// music, typing and hum.
public final class WebRTCVoiceDetector: VoiceActivityDetector {
    private static let hop = 160
    private static let quietestDBFS: Float = -72

    /// The samples in a frame: 20 ms, judged in two halves.
    public let samplesPerFrame = 2 * WebRTCVoiceDetector.hop
    /// Sensitivity in percent: mode 3 (strict) below 34, mode 2 below 67, mode 1 above.
    public var sensitivityPercent: Double = 50 {
        didSet { applyMode() }
    }

    private let library: Library
    private let state: OpaquePointer
    private let fixedMode: Int32?

    /// - Parameter mode: A fixed mode, 0…3; nil follows the sensitivity.
    /// - Returns: Nil if the library isn't installed.
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

    /// Processes the next 320 samples. Speech in either half makes the frame speech.
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

    /// The library's five functions, as declared in common_audio/vad/include/webrtc_vad.h of release 0.3. The library
    /// stays loaded.
    private struct Library {
        let create: @convention(c) () -> OpaquePointer?
        let free: @convention(c) (OpaquePointer?) -> Void
        let initialize: @convention(c) (OpaquePointer?) -> Int32
        let setMode: @convention(c) (OpaquePointer?, Int32) -> Int32
        let process: @convention(c) (OpaquePointer?, Int32, UnsafePointer<Int16>?, Int) -> Int32

        init?() {
            // Later releases don't export these functions, so insist on the version.
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
