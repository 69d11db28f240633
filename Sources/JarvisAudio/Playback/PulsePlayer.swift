// SPDX-License-Identifier: GPL-3.0-or-later
// The speech player port on PulseAudio.

public import JarvisCore
import JarvisPlatform
import Synchronization

/// Plays replies clause by clause on a thread of its own, which lives from the first reply until this object goes.
///
/// The stream is kept, corked, for 10 s between replies; `stop` silences the speaker within about 20 ms by rewriting
/// what the server and the sound card have not played yet.
public final class PulsePlayer: SpeechPlayer {
    private let server: PulseServer
    private let meters: AudioMeters
    private let reference: PlaybackReference?
    private let mailbox = PlaybackMailbox()
    private let isRunning = Atomic<Bool>(false)

    /// - Parameters:
    ///   - server: the sound server.
    ///   - meters: told level and spectrum of what is heard.
    ///   - reference: told what is played and when, for the microphone's echo canceller.
    public init(server: PulseServer = PulseServer(), meters: AudioMeters, reference: PlaybackReference? = nil) {
        self.server = server
        self.meters = meters
        self.reference = reference
    }

    deinit {
        mailbox.post(.quit)
    }

    /// Begins a reply into `device`, or the desktop's default when nil.
    public func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        mailbox.begin(device: device, handler: handler)
        startThread()
    }

    /// Opens the stream, which takes up to 20 ms, more with a device that sleeps.
    public func prepare(device: String?) {
        mailbox.post(.prepare(device: device))
        startThread()
    }

    private func startThread() {
        guard isRunning.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        WorkerThread(name: "playback").async { [server, meters, mailbox, reference] in
            PlaybackThread(server: server, mailbox: mailbox, meters: meters, reference: reference).run()
        }
    }

    /// Queues sound of a clause.
    public func enqueue(_ audio: SynthesizedAudio, clause: Int) {
        mailbox.post(.enqueue(audio, clause: clause))
    }

    /// Takes the reply's loudness down, or up again.
    public func setGain(_ gain: Double) {
        mailbox.post(.gain(gain))
    }

    /// No more sound will come.
    public func finish() {
        mailbox.post(.finish)
    }

    /// Silences the speaker now; no event follows.
    public func stop() {
        mailbox.stop()
    }
}
