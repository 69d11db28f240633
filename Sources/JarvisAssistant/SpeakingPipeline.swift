// SPDX-License-Identifier: GPL-3.0-or-later
// Turns clauses into sound. It synthesizes clause by clause and queues the sound, so speech starts before the reply is
// complete. Lives on the main actor; the engines work on their own threads.

import JarvisConversation
import JarvisCore

/// Speaks one turn at a time.
@MainActor
final class SpeakingPipeline {
    private struct Job {
        var turn: TurnID
        /// The turn's reply replaces it as soon as it has a first clause.
        var isFiller = false
        var clauses: AsyncStream<(String, Int)>.Continuation
        var task: Task<Void, Never>
    }

    /// A first clause synthesized before it is certain to be needed.
    private struct Prepared {
        var text: String
        var turn: TurnID
        var prosody: Prosody
        /// Dropping it ends the synthesis.
        var audio: AsyncThrowingStream<SynthesizedAudio, any Error>
    }

    private let synthesizer: any SpeechSynthesizer
    private let player: any SpeechPlayer
    private let settings: any SettingsStore
    /// Called from any thread, in order.
    private let report: @Sendable (AssistantEvent) -> Void
    private let timing: TurnTimer
    private var job: Job?
    private var prepared: Prepared?

    init(
        synthesizer: any SpeechSynthesizer, player: any SpeechPlayer, settings: any SettingsStore, timing: TurnTimer,
        report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        self.synthesizer = synthesizer
        self.player = player
        self.settings = settings
        self.timing = timing
        self.report = report
    }

    /// True if clauses can be prepared.
    var worksAhead: Bool { synthesizer.mayWorkAhead }

    /// Synthesizes the likely first clause of a turn and prepares the speaker, inaudibly.
    func prepare(_ text: String, turn: TurnID) {
        guard job?.turn != turn, synthesizer.mayWorkAhead else { return }
        // A reply that has played to its end still has to be stopped.
        stop()
        let prosody = settings.current.prosody
        prepared = Prepared(
            text: text, turn: turn, prosody: prosody, audio: synthesizer.synthesize(text, prosody: prosody))
        player.prepare(device: settings.current.outputDevice)
    }

    /// Drops the prepared clause.
    func forgetPrepared() {
        guard prepared != nil else { return }
        prepared = nil
        synthesizer.forgetLead()
    }

    /// Queues a clause; the first one of a turn opens the speaker.
    func speak(_ text: String, clause: Int, turn: TurnID) {
        if job?.turn != turn || job?.isFiller == true {
            // The player fades a filler out, so the reply's first sound never overlaps it.
            stop()
            job = begin(turn)
        }
        job?.clauses.yield((text, clause))
    }

    /// Speaks a short phrase that is not part of the reply; nothing is reported.
    func sayFiller(_ filler: Filler, turn: TurnID) {
        guard job == nil || job?.isFiller == true else { return }
        stop()
        job = begin(turn, isFiller: true)
        job?.clauses.yield((filler.text(language: settings.current.voice), 0))
        job?.clauses.finish()
    }

    /// Speaks a question that is not part of the reply.
    /// - Parameter end: Reported once the question has played to its end or could not be spoken.
    func ask(_ question: String, turn: TurnID, end: AssistantEvent) {
        stop()
        job = begin(turn, isFiller: true, end: end)
        job?.clauses.yield((question, 0))
        job?.clauses.finish()
    }

    /// Plays the chime of a due reminder ahead of the turn's first clause.
    func ring(turn: TurnID) {
        stop()
        job = begin(turn)
        player.enqueue(Chime.audio(volume: settings.current.volume), clause: 0)
    }

    /// Rings and announces due reminders between the parts of a reply, while none of it is playing.
    func ringDuringWork(_ texts: [String], turn: TurnID) {
        stop()
        job = begin(turn, isFiller: true)
        player.enqueue(Chime.audio(volume: settings.current.volume), clause: 0)
        for text in texts { job?.clauses.yield((text, 0)) }
        job?.clauses.finish()
    }

    /// The reply is complete; `playbackFinished` is reported once it has been heard.
    func finish(turn: TurnID) {
        // The reply was heard before the current speech, or has been cut off since.
        guard let job, job.turn == turn, !job.isFiller else { return report(.playbackFinished(turn)) }
        job.clauses.finish()
    }

    /// Sets the gain of the current speech.
    func setGain(_ gain: Double, turn: TurnID) {
        if job?.turn == turn { player.setGain(gain) }
    }

    /// Silences the speaker now.
    func stop() {
        guard let job else { return }
        self.job = nil
        player.stop()
        job.task.cancel()
        job.clauses.finish()
        // Drop the sound that has been synthesized ahead of playback.
        synthesizer.forgetLead()
    }

    /// Rings until stopped: increasingly loud pieces of sound with the announcement in between. A reminder sounds only
    /// once.
    func ring(_ signal: RingSignal, turn: TurnID, isDuringWork: Bool) {
        stop()
        // Only the newest position counts.
        let (positions, heard) = AsyncStream.makeStream(of: HeardPosition.self, bufferingPolicy: .bufferingNewest(1))
        open(turn, isFiller: isDuringWork) { heard.yield($0) }
        let task = Task { [weak self] in
            var heard = positions.makeAsyncIterator()
            var clause = -1
            for piece in 0... {
                self?.enqueuePiece(signal, piece, clause: clause)
                if piece % Self.piecesBetweenWords == 0 {
                    for text in signal.texts {
                        clause += 1
                        await self?.say(text, clause: clause, turn: turn)
                    }
                }
                guard !Task.isCancelled else { return }
                guard signal.goesOn else { break }
                if piece > 0 {
                    // Stay one piece ahead of playback.
                    while let position = await heard.next(), position.clause < clause {}
                }
                guard !Task.isCancelled else { return }
                clause += 1
            }
            self?.player.finish()
        }
        job = Job(
            turn: turn, isFiller: isDuringWork, clauses: AsyncStream.makeStream(of: (String, Int).self).continuation,
            task: task)
    }

    /// The number of sound pieces between announcements; ten take eighteen seconds.
    private static let piecesBetweenWords = 10

    private func enqueuePiece(_ signal: RingSignal, _ piece: Int, clause: Int) {
        let audio = Chime.piece(signal.sound, step: signal.step + piece, volume: settings.current.volume)
        player.enqueue(audio, clause: clause)
    }

    /// Announces a text. One that can't be synthesized doesn't stop the ringing.
    private func say(_ text: String, clause: Int, turn: TurnID) async {
        let prosody = settings.current.prosody
        do {
            for try await audio in synthesizer.synthesize(text, prosody: prosody) {
                guard !Task.isCancelled else { return }
                player.enqueue(audio, clause: clause)
            }
        } catch {}
    }

    private func begin(_ turn: TurnID, isFiller: Bool = false, end: AssistantEvent? = nil) -> Job {
        open(turn, isFiller: isFiller, end: end)
        // Unbounded: one reply has few clauses, and every one is spoken.
        let (stream, continuation) = AsyncStream.makeStream(of: (String, Int).self, bufferingPolicy: .unbounded)
        let task = Task { [weak self] in
            for await (text, clause) in stream {
                guard let self else { return }
                guard await self.synthesize(text, clause: clause, turn: turn, isFiller: isFiller) else {
                    if !Task.isCancelled, let end { self.report(end) }
                    return
                }
            }
            guard !Task.isCancelled else { return }
            self?.player.finish()
        }
        return Job(turn: turn, isFiller: isFiller, clauses: continuation, task: task)
    }

    /// Opens the speaker for a turn.
    /// - Parameters:
    ///   - end: Reported at the end of speech that is not part of the reply.
    ///   - onHeard: Called on one of the player's threads.
    private func open(
        _ turn: TurnID, isFiller: Bool, end: AssistantEvent? = nil, onHeard: (@Sendable (HeardPosition) -> Void)? = nil
    ) {
        // Don't report a failing filler: the reply will fail as well and report it.
        let own = self.report
        let report: @Sendable (AssistantEvent) -> Void = { event in if !isFiller { own(event) } }
        let timing = timing
        player.begin(device: settings.current.outputDevice) { event in
            switch event {
            case .started:
                if !isFiller { timing.mark(.firstSoundHeard, turn: turn) }
                report(.playbackStarted(turn))
            case .heard(let position):
                onHeard?(position)
                report(.heard(turn, position))
            case .finished:
                report(.playbackFinished(turn))
                if let end { own(end) }
            case .failed(let failure):
                report(.playbackFailed(turn, failure))
                if let end { own(end) }
            }
        }
    }

    /// Synthesizes one clause into the player; false if the turn is over.
    private func synthesize(_ text: String, clause: Int, turn: TurnID, isFiller: Bool) async -> Bool {
        // Read for each clause, so a moved slider takes effect with the next one.
        let prosody = settings.current.prosody
        do {
            let prepared = isFiller ? nil : takePrepared(text, turn, prosody)
            for try await audio in prepared ?? synthesizer.synthesize(text, prosody: prosody) {
                guard !Task.isCancelled else { return false }
                if !isFiller { timing.mark(.firstClauseSynthesized, turn: turn) }
                player.enqueue(audio, clause: clause)
            }
            return !Task.isCancelled
        } catch let failure as SynthesisFailure {
            if !isFiller { report(.synthesisFailed(turn, failure)) }
        } catch {
            if !isFiller { report(.synthesisFailed(turn, .engineUnavailable(reason: "\(error)"))) }
        }
        return false
    }

    /// The prepared clause if it matches the one to speak now; otherwise drops it and returns nil.
    private func takePrepared(
        _ text: String, _ turn: TurnID, _ prosody: Prosody
    ) -> AsyncThrowingStream<SynthesizedAudio, any Error>? {
        guard let prepared, prepared.turn == turn else { return nil }
        guard prepared.text == text, prepared.prosody == prosody else {
            // Frees the voice for the clause that is needed now.
            forgetPrepared()
            return nil
        }
        self.prepared = nil
        return prepared.audio
    }
}
