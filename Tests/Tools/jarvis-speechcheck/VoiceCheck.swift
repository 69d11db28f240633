// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis-speechcheck vad: a voice detector's decisions on recordings, and their cost.

import ArgumentParser
import Glibc
import JarvisAudio
import JarvisPlatform
import JarvisSignal

/// Writes one line per recording: its path, processor seconds, and a digit per frame of 20 ms (1 speech).
struct VoiceCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vad", abstract: "Decide frame by frame whether somebody speaks in WAV files.")

    enum Detector: String, ExpressibleByArgument, CaseIterable {
        case shipped, webrtc1, webrtc2, webrtc3, spectral
    }

    @Option(help: "shipped (what the program uses), webrtc1…3 (mode), or spectral.") var detector = Detector.shipped
    @Option(help: "Sensitivity in percent, 0 to 100.") var sensitivity = 50.0
    @Argument(help: "WAV files, 16 kHz mono.") var files: [String]

    func run() throws {
        for file in files {
            guard let bytes = try AtomicFile.read(file) else { throw ValidationError("there is no \(file)") }
            let samples = try WAVFile.decode(bytes).int16Samples(atRate: 16_000)
            let detector = try make()
            detector.sensitivityPercent = sensitivity
            let length = detector.samplesPerFrame
            var decisions: [UInt8] = []
            decisions.reserveCapacity(samples.count / length)
            let begin = processorSeconds()
            samples.withUnsafeBufferPointer { samples in
                for first in stride(from: 0, through: samples.count - length, by: length) {
                    let frame = UnsafeBufferPointer(rebasing: samples[first..<first + length])
                    decisions.append(detector.process(frame).isSpeech ? 0x31 : 0x30)
                }
            }
            let seconds = processorSeconds() - begin
            print("\(file)\t\(seconds)\t\(String(decoding: decisions, as: UTF8.self))")
        }
    }

    private func make() throws -> any VoiceActivityDetector {
        switch detector {
        case .shipped:
            let detectors = VoiceDetectors(resources: .standard())
            if let fault = detectors.fault { throw ValidationError(fault) }
            return detectors.make()
        case .webrtc1, .webrtc2, .webrtc3:
            let mode = detector == .webrtc1 ? 1 : detector == .webrtc2 ? 2 : 3
            guard let detector = WebRTCVoiceDetector(mode: mode) else {
                throw ValidationError("libwebrtc_audio_processing.so.1 is not installed")
            }
            return detector
        case .spectral:
            return SpectralVoiceDetector()
        }
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
