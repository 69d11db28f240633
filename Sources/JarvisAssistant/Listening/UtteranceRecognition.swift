// SPDX-License-Identifier: GPL-3.0-or-later
// The listener's side of the recognizer: the newest utterance, the session that takes its sound, and the one whose
// result is awaited. This is the owner of the sound: it stays in memory until the result has come or, after a failure,
// until the user has had it tried again or is done with it.

import JarvisCore

struct UtteranceRecognition: Sendable {
    /// Brings a session's update back to the listener.
    typealias Report = @Sendable (RecognitionUpdate) -> Void

    /// A turn is over, or confirmed, before as many more have been begun.
    private static let openConfirmations = 4

    private let recognizer: any SpeechRecognizer
    /// Takes samples.
    private var session: (any RecognitionSession)?
    /// Has got all of them; its result is still to come.
    private var finishing: (any RecognitionSession)?
    /// The utterance that the session hears.
    private var current: SpokenUtterance?
    /// The newest utterance, except for phrases that may only stop JARVIS.
    private var newest: SpokenUtterance?
    /// The request under which that was said.
    private var newestRequest: Int?
    /// Its words have come.
    private var hasResult = false
    /// The utterance whose recognition has failed, for another try.
    private var kept: SpokenUtterance?
    /// Of the newest utterances, by turn: whether they were meant for the assistant is known only later.
    private var confirmations: [(turn: TurnID, confirmation: UtteranceConfirmation)] = []
    /// The turn in which the assistant is meant for certain, whatever is said.
    private var certainTurn: TurnID?

    init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
    }

    /// Begins a session; one that still takes samples is dropped.
    mutating func begin(_ task: RecognitionTask, request: Int, turn: TurnID, report: @escaping Report) {
        begin(task, of: SpokenUtterance(mayBeOverheard: true), request: request, turn: turn, report: report)
    }

    /// Begins another session with everything that was said in the newest utterance, which goes on.
    mutating func restart(_ task: RecognitionTask, request: Int, turn: TurnID, report: @escaping Report) {
        finishing?.cancel()
        finishing = nil
        begin(task, of: newest ?? SpokenUtterance(mayBeOverheard: true), request: request, turn: turn, report: report)
    }

    /// Begins a session with an utterance that may be there already.
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

    /// An update has come under this request.
    mutating func note(_ update: RecognitionUpdate, request: Int) {
        switch update {
        case .partial: return
        case .final: hasResult = hasResult || request == newestRequest
        case .failed: break
        }
        finishing = nil
    }

    /// What is said in this turn is meant for the assistant.
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

    /// Drops the session that takes samples; a result that is awaited still comes.
    mutating func cancel() {
        session?.cancel()
        session = nil
        current = nil
    }

    /// Drops everything but an utterance that is kept.
    mutating func abandon() {
        cancel()
        finishing?.cancel()
        finishing = nil
        forgetSound()
    }

    // MARK: Sound

    /// True when an utterance was begun under this request and its sound is still there.
    func hasSound(of request: Int) -> Bool { newestRequest == request && (newest?.count ?? 0) > 0 }

    /// Forgets the sound of an utterance that was understood, once another request has taken its place.
    mutating func forgetUnderstood(unless request: Int?) {
        if hasResult, newestRequest != request { forgetSound() }
    }

    private mutating func forgetSound() {
        newest = nil
        newestRequest = nil
        hasResult = false
    }

    /// Drops the recognition and keeps the utterance, in the place of one that was kept before.
    mutating func keep() {
        kept = newest
        abandon()
    }

    /// The utterance that was kept; it is kept no longer.
    mutating func takeKept() -> SpokenUtterance? {
        defer { kept = nil }
        return kept
    }

    mutating func forgetKept() { kept = nil }
}
