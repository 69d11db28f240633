// SPDX-License-Identifier: GPL-3.0-or-later
// The listener's side of recognition: the newest utterance, the session that receives its sound, and the one whose
// result is pending. It owns the sound, which stays in memory until the result arrives or, after a failure, until the
// user has retried or dismissed it.

import JarvisCore

/// Manages the recognition sessions of the listener and the sound that they recognize.
struct UtteranceRecognition: Sendable {
    /// Passes a session's update to the listener.
    typealias Report = @Sendable (RecognitionUpdate) -> Void

    /// The number of later turns after which a turn is either over or confirmed.
    private static let openConfirmations = 4

    private let recognizer: any SpeechRecognizer
    /// The session that receives samples.
    private var session: (any RecognitionSession)?
    /// A session with all its samples, whose result is pending.
    private var finishing: (any RecognitionSession)?
    /// The utterance that `session` recognizes.
    private var current: SpokenUtterance?
    /// The newest utterance, except phrases that can only stop JARVIS.
    private var newest: SpokenUtterance?
    /// The request of that utterance.
    private var newestRequest: Int?
    /// True if its words have arrived.
    private var hasResult = false
    /// The utterance whose recognition failed, for another try.
    private var kept: SpokenUtterance?
    /// The pending confirmations of the newest utterances, by turn: whether they were meant for the assistant may be
    /// known only later.
    private var confirmations: [(turn: TurnID, confirmation: UtteranceConfirmation)] = []
    /// The turn in which all speech is certainly meant for the assistant.
    private var certainTurn: TurnID?

    init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
    }

    /// Starts a session; drops one that still receives samples.
    mutating func begin(_ task: RecognitionTask, request: Int, turn: TurnID, report: @escaping Report) {
        begin(task, of: SpokenUtterance(mayBeOverheard: true), request: request, turn: turn, report: report)
    }

    /// Starts another session with the whole newest utterance, which continues.
    mutating func restart(_ task: RecognitionTask, request: Int, turn: TurnID, report: @escaping Report) {
        finishing?.cancel()
        finishing = nil
        begin(task, of: newest ?? SpokenUtterance(mayBeOverheard: true), request: request, turn: turn, report: report)
    }

    /// Starts a session with an utterance that may already be complete.
    mutating func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, request: Int, turn: TurnID, report: @escaping Report
    ) {
        if task != .stopPhrase {
            newest = utterance
            newestRequest = request
            hasResult = false
        }
        note(utterance.confirmation, in: turn)
        current = utterance
        session?.cancel()
        session = recognizer.begin(task, of: utterance, handler: report)
        if utterance.count > 0 { session?.accept(upTo: utterance.count) }
    }

    func accept(_ samples: [Int16]) {
        guard let session, let current else { return }
        current.append(samples)
        session.accept(upTo: current.count)
    }

    func prepareResult() { session?.prepareResult() }

    mutating func finish() {
        finishing = session
        session = nil
        current = nil
        finishing?.finish()
    }

    /// Handles an update for this request.
    mutating func note(_ update: RecognitionUpdate, request: Int) {
        switch update {
        case .partial: return
        case .final: hasResult = hasResult || request == newestRequest
        case .failed: break
        }
        finishing = nil
    }

    /// Confirms the turn's utterances, because its speech is meant for the assistant.
    mutating func confirm(_ turn: TurnID) {
        certainTurn = turn
        for entry in confirmations where entry.turn == turn { entry.confirmation.confirm() }
        confirmations.removeAll { $0.turn == turn }
    }

    private mutating func note(_ confirmation: UtteranceConfirmation, in turn: TurnID) {
        if turn == certainTurn { return confirmation.confirm() }
        confirmations.append((turn, confirmation))
        if confirmations.count > Self.openConfirmations { confirmations.removeFirst() }
    }

    /// Drops the session that receives samples; a pending result still arrives.
    mutating func cancel() {
        session?.cancel()
        session = nil
        current = nil
    }

    /// Drops everything except a kept utterance.
    mutating func abandon() {
        cancel()
        finishing?.cancel()
        finishing = nil
        forgetSound()
    }

    // MARK: Sound

    /// True if an utterance began under this request and its sound is still there.
    func hasSound(of request: Int) -> Bool { newestRequest == request && (newest?.count ?? 0) > 0 }

    /// Drops the sound of an understood utterance once another request has replaced it.
    mutating func forgetUnderstood(unless request: Int?) {
        if hasResult, newestRequest != request { forgetSound() }
    }

    private mutating func forgetSound() {
        newest = nil
        newestRequest = nil
        hasResult = false
    }

    /// Stops recognition and keeps the utterance; replaces one kept before.
    mutating func keep() {
        kept = newest
        abandon()
    }

    /// Returns the kept utterance and stops keeping it.
    mutating func takeKept() -> SpokenUtterance? {
        defer { kept = nil }
        return kept
    }

    mutating func forgetKept() { kept = nil }
}
