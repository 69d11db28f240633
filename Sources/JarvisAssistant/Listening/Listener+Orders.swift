// SPDX-License-Identifier: GPL-3.0-or-later
// What the conversation orders of the listener: to listen, to finish, to drop or keep what was said, to close.

import JarvisCore

extension Listener {
    mutating func listen(_ order: ListeningOrder, device: String?, _ door: @escaping Door) {
        self.device = device
        if keepsAfterTail { finishKeeping(door) }
        closesAfterTail = false
        open(door)
        let called = order.mode.waitsForWakeWord ? nil : wake.soundAfterWord
        // The word itself is no part of what is said.
        if called != nil { recent.clear() }
        defer {
            searchWakeWord(door)
            for frame in called ?? [] { take(.frame(frame), door) }
        }
        if !isDeaf, var service = current, service.order.turn == order.turn, service.order.task == order.task,
            let actions = service.strategy.change(to: order.mode)
        {
            service.order = order
            current = service
            perform(actions, door)
            return
        }
        let goesOn = isContinued(by: order)
        if let service = current, service.order.turn == order.turn, service.strategy.mayContinue { ended = service }
        if ended?.order.turn != order.turn || goesOn { ended = nil }
        if !goesOn { recognition.cancel() }
        begin(order, door, order.makeStrategy(after: recent, goesOn: goesOn))
    }

    /// True when somebody holds the microphone open for an utterance that has ended a moment ago: the hold was on its
    /// way then, and means the whole of it.
    private func isContinued(by order: ListeningOrder) -> Bool {
        guard let service = current, !isDeaf, order.mode == .nowUntilFinished else { return false }
        return service.order.turn == order.turn && service.order.task == order.task
            && recognition.hasSound(of: service.number)
    }

    /// Keeps the utterance of a turn for another try, in the place of one that was kept before.
    mutating func keep(_ turn: TurnID, _ door: @escaping Door) {
        guard current?.order.turn == turn else { return recognition.forgetKept() }
        keepsAfterTail = true
        // What is on its way still belongs to it.
        if current?.strategy.isTakingTail != true { finishKeeping(door) }
    }

    mutating func finishKeeping(_ door: @escaping Door) {
        recognition.keep()
        drop()
        searchWakeWord(door)
    }

    mutating func recognizeAgain(_ turn: TurnID, _ task: RecognitionTask, _ door: @escaping Door) {
        if keepsAfterTail { finishKeeping(door) }
        ended = nil
        recognition.abandon()
        let order = ListeningOrder(mode: .nowUntilFinished, turn: turn, task: task)
        begin(order, door, KeptUtterance(turn: turn, task: task, utterance: recognition.takeKept()))
        searchWakeWord(door)
    }

    private mutating func begin(_ order: ListeningOrder, _ door: @escaping Door, _ strategy: any FrameStrategy) {
        isDeaf = false
        count += 1
        current = Service(order: order, number: count, strategy: strategy)
        serve(door) { $0.start() }
    }

    /// While its speaker may go on, or may hold the microphone open, the sound of an utterance is still needed.
    mutating func forgetUnderstood() {
        guard ended == nil else { return }
        recognition.forgetUnderstood(unless: isDeaf || !isOpen ? nil : current?.number)
    }

    mutating func finish(_ turn: TurnID, _ door: @escaping Door) {
        guard current?.order.turn == turn, !isDeaf else { return }
        let tail = isFailing ? 0 : Self.tailFrames
        serve(door) { $0.finish(tail: tail) }
        if current?.strategy.isTakingTail == true { remind(after: Self.tailPatience, door) }
    }

    mutating func close(_ door: @escaping Door) {
        if current?.strategy.isTakingTail == true {
            closesAfterTail = true
            return
        }
        closesAfterTail = false
        settle(door) { _ in true }
        recognition.cancel()
        isDeaf = true
        isOpen = false
        recent.clear()
        searchWakeWord(door)
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

    mutating func open(_ door: @escaping Door) {
        if !isOpen { isFailing = false }
        isOpen = true
        microphone.open(device: device) { door(.microphone($0)) }
    }

    /// Lets an utterance that silence has ended be over for good.
    mutating func settle(_ door: @escaping Door, where isMeant: (Service) -> Bool) {
        if let service = ended, isMeant(service) { serveEnded(door) { $0.settle() } }
        if let service = current, isMeant(service) { serve(door) { $0.settle() } }
    }
}
