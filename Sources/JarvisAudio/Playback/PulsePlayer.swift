// SPDX-License-Identifier: GPL-3.0-or-later
// Implements the speech player port with PulseAudio.

public import JarvisCore
import JarvisPlatform
import Synchronization

/// Plays replies clause by clause, on a thread that runs from the first reply until this object is released.
///
/// The stream stays open, corked, for 10 s between replies. `stop` silences the speaker within about 20 ms by rewriting
/// the sound that the server and the sound card have not played yet.
public final class PulsePlayer: SpeechPlayer {
    private let server: PulseServer
    private let meters: AudioMeters
    private let reference: PlaybackReference?
    private let mailbox = PlaybackMailbox()
    private let isRunning = Atomic<Bool>(false)

    /// - Parameters:
    ///   - server: The sound server.
    ///   - meters: Receives the output's level and spectrum.
    ///   - reference: Receives the played sound and its times, for the microphone's echo canceller.
    public init(server: PulseServer = PulseServer(), meters: AudioMeters, reference: PlaybackReference? = nil) {
        self.server = server
        self.meters = meters
        self.reference = reference
    }

    deinit {
        mailbox.post(.quit)
    }

    /// Begins a reply on `device`, or the desktop's default if nil.
    public func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        mailbox.begin(device: device, handler: handler)
        startThread()
    }

    /// Opens the stream, which takes up to 20 ms, or longer if the device sleeps.
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

    /// Sets the reply's volume, 0…1.
    public func setGain(_ gain: Double) {
        mailbox.post(.gain(gain))
    }

    /// Declares the reply complete: no more sound will come.
    public func finish() {
        mailbox.post(.finish)
    }

    /// Silences the speaker at once; no event follows.
    public func stop() {
        mailbox.stop()
    }
}
