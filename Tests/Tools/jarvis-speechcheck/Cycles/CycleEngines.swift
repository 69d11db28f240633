// SPDX-License-Identifier: GPL-3.0-or-later
// The engines of the cycles: real ones at the sound server, with prepared input and answers, so that cycles need not
// wait for real time.

import JarvisAudio
import JarvisCore
import Synchronization

/// Opens and closes a real microphone with every utterance and delivers prepared frames instead of its own.
final class FedMicrophone: Microphone {
    private struct State: Sendable {
        var handler: (@Sendable (MicrophoneEvent) -> Void)?
        var sampleIndex: Int64 = 0
    }

    private let state = Mutex(State())
    private let real: PulseMicrophone
    private let opened = Atomic<Int>(0)
    private let closed = Atomic<Int>(0)
    private let delivered = Atomic<Int>(0)

    init(server: PulseServer, meters: AudioMeters) {
        real = PulseMicrophone(server: server, meters: meters)
    }

    var isOpen: Bool { state.withLock { $0.handler != nil } }
    /// The number of streams that the server has opened.
    var openedCount: Int { opened.load(ordering: .relaxed) }
    /// The number of openings that have ended, including their threads.
    var closedCount: Int { closed.load(ordering: .relaxed) }
    /// The number of frames from the server.
    var deliveredCount: Int { delivered.load(ordering: .relaxed) }

    func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        state.withLock { $0.handler = handler }
        real.open(device: device) { [self] event in
            switch event {
            case .opened: opened.add(1, ordering: .relaxed)
            case .closed: closed.add(1, ordering: .relaxed)
            case .frame: delivered.add(1, ordering: .relaxed)
            case .failed, .overrun, .mutedBySystem: handler(event)
            }
        }
    }

    func close() {
        state.withLock { $0.handler = nil }
        real.close()
    }

    func setMuted(_ isMuted: Bool) { real.setMuted(isMuted) }
    func setSensitivity(_ percent: Double) { real.setSensitivity(percent) }
    func setProcessing(_ processing: SoundProcessing) { real.setProcessing(processing) }

    /// Delivers `samples` in frames of 20 ms, marked as speech or not.
    func feed(_ samples: ArraySlice<Int16>, isSpeech: Bool) {
        var rest = samples
        while rest.count >= AudioFrame.samplesPerFrame {
            let frame = Array(rest.prefix(AudioFrame.samplesPerFrame))
            rest = rest.dropFirst(AudioFrame.samplesPerFrame)
            let (handler, index) = state.withLock { state in
                defer { state.sampleIndex += Int64(AudioFrame.samplesPerFrame) }
                return (state.handler, state.sampleIndex)
            }
            handler?(
                .frame(
                    AudioFrame(
                        samples: frame, sampleIndex: index, isSpeech: isSpeech, levelDBFS: isSpeech ? -20 : -80)))
        }
    }
}

/// Answers at once with a fixed text, or passes some utterances to a real recognizer.
final class ShortcutRecognizer: SpeechRecognizer {
    private final class Session: RecognitionSession {
        private let handler: @Sendable (RecognitionUpdate) -> Void
        private let text: String

        init(_ text: String, _ handler: @escaping @Sendable (RecognitionUpdate) -> Void) {
            self.text = text
            self.handler = handler
        }

        func accept(upTo sampleCount: Int) {}
        func prepareResult() {}
        func finish() {
            handler(.final(Transcript(text: text, confidence: 1, engine: "shortcut", search: .grammar)))
        }
        func cancel() {}
    }

    private let real: any SpeechRecognizer
    private let isReal = Atomic<Bool>(false)
    private let text: String
    let name = "shortcut"

    init(_ real: any SpeechRecognizer, text: String) {
        self.real = real
        self.text = text
    }

    /// Sets whether later utterances go to the real recognizer.
    func setReal(_ isReal: Bool) { self.isReal.store(isReal, ordering: .relaxed) }

    func warmUp() { real.warmUp() }

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        isReal.load(ordering: .relaxed)
            ? real.begin(task, of: utterance, handler: handler) : Session(text, handler)
    }
}

/// A real player that is replaced every tenth reply, along with its thread, connection and stream.
final class RenewedPlayer: SpeechPlayer {
    private struct State: Sendable {
        var player: PulsePlayer
        var replies = 0
    }

    private static let life = 10
    private let state: Mutex<State>
    private let server: PulseServer
    private let meters: AudioMeters

    init(server: PulseServer, meters: AudioMeters) {
        self.server = server
        self.meters = meters
        state = Mutex(State(player: PulsePlayer(server: server, meters: meters)))
    }

    private var player: PulsePlayer { state.withLock { $0.player } }

    func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        let player = state.withLock { state in
            state.replies += 1
            if state.replies % Self.life == 0 { state.player = PulsePlayer(server: server, meters: meters) }
            return state.player
        }
        player.begin(device: device, handler: handler)
    }

    func enqueue(_ audio: SynthesizedAudio, clause: Int) { player.enqueue(audio, clause: clause) }
    func setGain(_ gain: Double) { player.setGain(gain) }
    func finish() { player.finish() }
    func stop() { player.stop() }

    /// Releases the current player and its stream.
    func renew() { state.withLock { $0.player = PulsePlayer(server: server, meters: meters) } }
}
