// SPDX-License-Identifier: GPL-3.0-or-later
// The listener's side of the recognizer: the session that takes samples, the one whose result is awaited, and the sound
// of the newest utterance, so that it can be heard again. Sound stays in memory, and only until the result has come or,
// after a failure, until the user has had it tried again or is done with it.

import JarvisCore

struct UtteranceRecognition: Sendable {
    /// Brings a session's update back to the listener.
    typealias Report = @Sendable (RecognitionUpdate) -> Void

    private let recognizer: any SpeechRecognizer
    /// Takes samples.
    private var session: (any RecognitionSession)?
    /// Has got all of them; its result is still to come.
    private var finishing: (any RecognitionSession)?
    /// The newest utterance, phrases that only may stop JARVIS aside.
    private var sound: [Int16] = []
    /// The order under which that was said.
    private var soundOrder: Int?
    private var isTakingSound = false
    /// Its words have come.
    private var hasResult = false
    /// The utterance whose recognition has failed, for another try.
    private var kept: [Int16] = []

    init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
    }

    /// Begins a session; one that still takes samples is dropped.
    mutating func begin(_ task: RecognitionTask, order: Int, report: @escaping Report) {
        isTakingSound = task != .stopPhrase
        if isTakingSound {
            sound = []
            soundOrder = order
            hasResult = false
        }
        session?.cancel()
        session = recognizer.begin(task, handler: report)
    }

    /// Begins a session anew with everything that was said in the utterance.
    mutating func restart(_ task: RecognitionTask, order: Int, report: @escaping Report) {
        let whole = sound
        finishing?.cancel()
        finishing = nil
        begin(task, order: order, report: report)
        if !whole.isEmpty { accept(whole) }
    }

    mutating func accept(_ samples: [Int16]) {
        guard let session else { return }
        if isTakingSound { sound += samples }
        session.accept(samples)
    }

    func prepareResult() { session?.prepareResult() }

    mutating func finish() {
        finishing = session
        session = nil
        finishing?.finish()
    }

    /// An update has come under this order.
    mutating func note(_ update: RecognitionUpdate, order: Int) {
        switch update {
        case .partial: return
        case .final: hasResult = hasResult || order == soundOrder
        case .failed: break
        }
        finishing = nil
    }

    /// Drops the session that takes samples; a result that is awaited still comes.
    mutating func cancel() {
        session?.cancel()
        session = nil
    }

    /// Drops everything but an utterance that is kept.
    mutating func abandon() {
        cancel()
        finishing?.cancel()
        finishing = nil
        forgetSound()
    }

    // MARK: Sound

    /// True when an utterance was begun under this order and its sound is still there.
    func hasSound(of order: Int) -> Bool { soundOrder == order && !sound.isEmpty }

    /// Forgets the sound of an utterance that was understood, once another order has taken its place.
    mutating func forgetUnderstood(unless order: Int?) {
        if hasResult, soundOrder != order { forgetSound() }
    }

    private mutating func forgetSound() {
        sound = []
        soundOrder = nil
        hasResult = false
        isTakingSound = false
    }

    /// Drops the recognition and keeps the utterance, in the place of one that was kept before.
    mutating func keep() {
        kept = sound
        abandon()
    }

    /// The utterance that was kept; it is kept no longer.
    mutating func takeKept() -> [Int16] {
        defer { kept = [] }
        return kept
    }

    mutating func forgetKept() { kept = [] }
}
