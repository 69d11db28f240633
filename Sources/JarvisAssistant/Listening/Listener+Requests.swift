// SPDX-License-Identifier: GPL-3.0-or-later
// Requests from the conversation: listen, finish, drop or keep an utterance, close.

import JarvisConversation
import JarvisCore

extension Listener {
    mutating func listen(_ request: ListeningRequest, device: String?, _ enqueue: @escaping Enqueue) {
        self.device = device
        if keepsAfterTail { finishKeeping(enqueue) }
        closesAfterTail = false
        open(enqueue)
        let called = request.mode.waitsForWakeWord ? nil : wake.soundAfterWord
        // The wake word itself is not part of the utterance.
        if called != nil { recent.clear() }
        defer {
            searchWakeWord(enqueue)
            for frame in called ?? [] { take(.frame(frame), enqueue) }
        }
        if !isDeaf, var service = current, service.request.turn == request.turn, service.request.task == request.task,
            let actions = service.strategy.change(to: request.mode)
        {
            service.request = request
            current = service
            perform(actions, enqueue)
            return
        }
        let goesOn = isContinued(by: request)
        if let service = current, service.request.turn == request.turn, service.strategy.mayContinue { ended = service }
        if ended?.request.turn != request.turn || goesOn { ended = nil }
        if !goesOn { recognition.cancel() }
        begin(request, enqueue, request.makeStrategy(after: recent, goesOn: goesOn))
    }

    /// True if the user holds the microphone open for an utterance that has just ended: the hold came slightly late and
    /// includes the whole utterance.
    private func isContinued(by request: ListeningRequest) -> Bool {
        guard let service = current, !isDeaf, request.mode == .nowUntilFinished else { return false }
        return service.request.turn == request.turn && service.request.task == request.task
            && recognition.hasSound(of: service.number)
    }

    /// Keeps a turn's utterance for another try; replaces one kept before.
    mutating func keep(_ turn: TurnID, _ enqueue: @escaping Enqueue) {
        guard current?.request.turn == turn else { return recognition.forgetKept() }
        keepsAfterTail = true
        // Frames in transit still belong to it.
        if current?.strategy.isTakingTail != true { finishKeeping(enqueue) }
    }

    mutating func finishKeeping(_ enqueue: @escaping Enqueue) {
        recognition.keep()
        drop()
        searchWakeWord(enqueue)
    }

    mutating func recognizeAgain(_ turn: TurnID, _ task: RecognitionTask, _ enqueue: @escaping Enqueue) {
        if keepsAfterTail { finishKeeping(enqueue) }
        ended = nil
        recognition.abandon()
        let request = ListeningRequest(mode: .nowUntilFinished, turn: turn, task: task)
        begin(request, enqueue, KeptUtterance(turn: turn, task: task, utterance: recognition.takeKept()))
        searchWakeWord(enqueue)
    }

    private mutating func begin(
        _ request: ListeningRequest, _ enqueue: @escaping Enqueue, _ strategy: any FrameStrategy
    ) {
        isDeaf = false
        count += 1
        current = Service(request: request, number: count, strategy: strategy)
        current?.strategy.setPatience(patience)
        serve(enqueue) { $0.start() }
    }

    /// Drops the sound of an understood utterance, unless the speaker may continue or hold the microphone open.
    mutating func forgetUnderstood() {
        guard ended == nil else { return }
        recognition.forgetUnderstood(unless: isDeaf || !isOpen ? nil : current?.number)
    }

    mutating func finish(_ turn: TurnID, _ enqueue: @escaping Enqueue) {
        guard current?.request.turn == turn, !isDeaf else { return }
        let tail = isFailing ? 0 : Self.tailFrames
        serve(enqueue) { $0.finish(tail: tail) }
        if current?.strategy.isTakingTail == true { remind(after: Self.tailPatience, enqueue) }
    }

    mutating func close(_ enqueue: @escaping Enqueue) {
        if current?.strategy.isTakingTail == true {
            closesAfterTail = true
            return
        }
        closesAfterTail = false
        settle(enqueue) { _ in true }
        recognition.cancel()
        isDeaf = true
        isOpen = false
        recent.clear()
        searchWakeWord(enqueue)
        microphone.close()
    }

    mutating func drop() {
        keepsAfterTail = false
        recognition.abandon()
        current = nil
        ended = nil
        isDeaf = true
        recent.clear()
        guard closesAfterTail else { return }
        closesAfterTail = false
        isOpen = false
        microphone.close()
    }

    mutating func open(_ enqueue: @escaping Enqueue) {
        if !isOpen { isFailing = false }
        isOpen = true
        microphone.open(device: device) { enqueue(.microphone($0)) }
    }

    /// Makes the end of the given utterances final if silence has ended them.
    mutating func settle(_ enqueue: @escaping Enqueue, where isMeant: (Service) -> Bool) {
        if let service = ended, isMeant(service) { serveEnded(enqueue) { $0.settle() } }
        if let service = current, isMeant(service) { serve(enqueue) { $0.settle() } }
    }
}
