// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a voice detector, and WebRTC's detector with the system's library.

import JarvisPlatform
import JarvisSignal
import JarvisTesting
import Testing

@testable import JarvisAudio

struct VoiceDetectorsTests {
    @Test func theBundledWeightsSelectTheNetwork() {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let detectors = VoiceDetectors(resources: ResourceLocator(roots: [root]))
        #expect(detectors.fault == nil)
        #expect(detectors.make() is NetworkVoiceDetector)
    }

    @Test func missingOrDamagedWeightsAreReportedAndFallBack() throws {
        let folder = try TemporaryFolder()
        let missing = VoiceDetectors(resources: ResourceLocator(roots: [folder.path]))
        #expect(missing.fault?.contains("missing") == true)
        #expect(!(missing.make() is NetworkVoiceDetector))
        try Folder.create(folder.path + "/data")
        try AtomicFile.write(folder.path + "/" + VoiceDetectors.weightsResource, [1, 2, 3])
        let damaged = VoiceDetectors(resources: ResourceLocator(roots: [folder.path]))
        #expect(damaged.fault?.contains("not a file of voice-network weights") == true)
        #expect(damaged.make().samplesPerFrame == 320)
    }

    @Test func webRTCDetectsAVowelButNotSilence() throws {
        // PulseAudio depends on the library; skip the test without it.
        guard let detector = WebRTCVoiceDetector() else { return }
        let silence = [Int16](repeating: 0, count: 16_000)
        let buzz: [Int16] = (0..<16_000).map { index in
            let place = index % 100
            return place < 20 ? Int16(12_000 - 600 * place) : 0
        }
        func speechFrames(_ samples: [Int16]) -> Int { detector.process(all: samples).filter(\.isSpeech).count }
        #expect(speechFrames(silence) == 0)
        #expect(speechFrames(buzz) > 25)
        detector.reset()
        #expect(speechFrames(silence) == 0)
    }
}
