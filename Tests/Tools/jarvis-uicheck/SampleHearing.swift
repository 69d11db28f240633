// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone with occasional speech, and the trials that the settings offer with it.

import JarvisAssistant
import JarvisCore
import JarvisSettingsUI
import JarvisTesting
import Synchronization

/// Speaks for a second and pauses for a second, in real time, while it is open.
final class TalkingMicrophone: Microphone {
    private let work = Mutex<Task<Void, Never>?>(nil)

    func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        let task = Task.detached {
            handler(.opened(device: device ?? "Built-in Audio Analog Stereo"))
            for number in 0... where !Task.isCancelled {
                handler(.frame(Self.frame(number)))
                try? await Task.sleep(for: AudioFrame.duration)
                if Task.isCancelled { return }
            }
        }
        work.withLock { work in
            work?.cancel()
            work = task
        }
    }

    func close() {
        work.withLock { work in
            work?.cancel()
            work = nil
        }
    }

    func setMuted(_ isMuted: Bool) {}
    func setProcessing(_ processing: SoundProcessing) {}
    func setSensitivity(_ percent: Double) {}

    private static func frame(_ number: Int) -> AudioFrame {
        let isSpeech = number / 50 % 2 == 0
        let ripple = Float(number * 37 % 23) / 23
        let loudness = isSpeech ? 0.4 + 0.5 * ripple : 0.08 * ripple
        let samples = (0..<AudioFrame.samplesPerFrame).map { Int16(loudness * 12_000 * ($0 / 40 % 2 == 0 ? 1 : -1)) }
        return AudioFrame(
            samples: samples, sampleIndex: Int64(number * AudioFrame.samplesPerFrame), isSpeech: isSpeech,
            levelDBFS: isSpeech ? -20 : -62, likelihood: isSpeech ? 0.6 + 0.4 * ripple : 0.4 * ripple)
    }
}

/// Trials with such microphones and silent players.
func sampleHearing() -> HearingServices {
    HearingServices(
        makeTrial: { HearingTrial(microphone: TalkingMicrophone()) },
        makeSoundTrial: {
            SoundTrial(
                player: FakePlayer(), plain: TalkingMicrophone(), withoutEcho: TalkingMicrophone(),
                treatment: { samples, _ in samples })
        }, makePlayer: { FakePlayer() })
}
