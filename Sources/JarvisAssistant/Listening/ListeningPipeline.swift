// SPDX-License-Identifier: GPL-3.0-or-later
// From microphone frames to transcripts: keeps the order that holds now, the recognition session and the microphone.
// Frames come on the microphone's delivery thread, orders from the main actor, results from the recognizer's thread;
// they are taken one after another, and none of these threads ever waits for another one.

import JarvisCore
import Synchronization

/// Listens as it is told; every report carries the turn it belongs to.
final class ListeningPipeline: Sendable {
    private enum Job: Sendable {
        case listen(ListeningOrder, device: String?)
        case finish(TurnID)
        case discard(TurnID)
        case close
        case setDevice(String?)
        case microphone(MicrophoneEvent)
        case recognized(RecognitionUpdate, order: Int)
        case tailIsOverdue(order: Int)
    }

    private struct State: Sendable {
        var order: ListeningOrder?
        /// Counts orders: results of an earlier one are dropped.
        var number = 0
        var strategy: (any FrameStrategy)?
        var session: (any RecognitionSession)?
        /// No frames for the strategy until the next order.
        var isDeaf = true
        var isOpen = false
        /// The microphone is to be closed once the tail of the utterance has come.
        var closesAfterTail = false
        /// True while the microphone delivers nothing.
        var isFailing = false
        var device: String?
        var recent = RecentFrames()
    }

    /// Frames that are on their way when an utterance is ended by hand: 80 ms, what the sound server's fragment, the
    /// cutting into frames and the threads between cost.
    private static let tailFrames = 4
    /// How long to wait for them.
    private static let tailPatience = Duration.milliseconds(200)

    private let lane = SerialLane<Job>()
    /// Touched only by the lane's worker, so that it is never waited for.
    private let state = Mutex(State())
    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let timing: TurnTimer
    private let log: any EventLog
    /// Called from any thread, in order.
    private let report: @Sendable (AssistantEvent) -> Void

    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, timing: TurnTimer, log: any EventLog,
        report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.timing = timing
        self.log = log
        self.report = report
    }

    /// Sets what happens to the sound and opens the microphone if need be. Within one turn a running utterance goes
    /// on under the new mode.
    func listen(_ mode: ListeningMode, turn: TurnID, task: RecognitionTask, device: String?) {
        run(.listen(ListeningOrder(mode: mode, turn: turn, task: task), device: device))
    }

    /// Ends the utterance with what was said until now; its transcript follows.
    func finish(turn: TurnID) { run(.finish(turn)) }

    /// Drops the utterance and is deaf until the next order.
    func discard(turn: TurnID) { run(.discard(turn)) }

    /// Drops everything and closes the microphone. An utterance that was finished keeps its session: the rest of its
    /// sound and the transcript still come.
    func close() { run(.close) }

    /// Moves an open microphone to another device.
    func setDevice(_ device: String?) { run(.setDevice(device)) }

    private func run(_ job: Job) {
        lane.run(job) { job in state.withLock { perform(job, &$0) } }
    }

    // MARK: On the lane

    private func perform(_ job: Job, _ state: inout State) {
        switch job {
        case .listen(let order, let device): listen(order, device: device, &state)
        case .finish(let turn): finish(turn, &state)
        case .discard(let turn):
            if state.order?.turn == turn { drop(&state) }
        case .close: close(&state)
        case .setDevice(let device):
            let moves = state.isOpen && state.device != device
            state.device = device
            if moves { open(&state) }
        case .microphone(let event): take(event, &state)
        case .recognized(let update, let number):
            if number == state.number { serve(&state) { $0.take(update) } }
        case .tailIsOverdue(let number):
            if number == state.number, state.strategy?.isTakingTail == true { serve(&state) { $0.finish(tail: 0) } }
        }
    }

    private func listen(_ order: ListeningOrder, device: String?, _ state: inout State) {
        state.device = device
        state.closesAfterTail = false
        open(&state)
        if !state.isDeaf, let current = state.order, current.turn == order.turn, current.task == order.task,
            let actions = state.strategy?.change(to: order.mode)
        {
            state.order = order
            perform(actions, &state)
            return
        }
        state.session?.cancel()
        state.session = nil
        state.number += 1
        state.order = order
        state.isDeaf = false
        state.strategy = order.makeStrategy(after: state.recent)
        serve(&state) { $0.start() }
    }

    private func finish(_ turn: TurnID, _ state: inout State) {
        guard state.order?.turn == turn, !state.isDeaf else { return }
        let tail = state.isFailing ? 0 : Self.tailFrames
        serve(&state) { $0.finish(tail: tail) }
        guard state.strategy?.isTakingTail == true else { return }
        let number = state.number
        Task { [weak self] in
            try? await Task.sleep(for: Self.tailPatience)
            self?.run(.tailIsOverdue(order: number))
        }
    }

    private func close(_ state: inout State) {
        if state.strategy?.isTakingTail == true {
            state.closesAfterTail = true
            return
        }
        state.closesAfterTail = false
        state.session?.cancel()
        state.session = nil
        state.isDeaf = true
        state.isOpen = false
        state.recent.clear()
        microphone.close()
    }

    private func drop(_ state: inout State) {
        state.session?.cancel()
        state.session = nil
        state.order = nil
        state.strategy = nil
        state.number += 1
        state.isDeaf = true
        state.recent.clear()
        if state.closesAfterTail { close(&state) }
    }

    private func open(_ state: inout State) {
        if !state.isOpen { state.isFailing = false }
        state.isOpen = true
        microphone.open(device: state.device) { [weak self] in self?.run(.microphone($0)) }
    }

    private func take(_ event: MicrophoneEvent, _ state: inout State) {
        switch event {
        case .frame(let frame):
            guard state.isOpen else { return }
            state.recent.append(frame)
            if !state.isDeaf { serve(&state) { $0.take(frame) } }
        case .opened(let device):
            state.isFailing = false
            log.record("microphone", ["device": .text(device)])
            report(.microphoneRecovered)
        case .failed(let failure):
            state.isFailing = true
            state.recent.clear()
            report(.microphoneFailed(failure))
        case .overrun(let frames): log.record("overrun", ["frames": .integer(Int64(frames))])
        case .closed: break
        }
    }

    private func serve(_ state: inout State, _ call: (inout any FrameStrategy) -> [ListeningAction]) {
        guard var strategy = state.strategy else { return }
        state.strategy = nil
        let actions = call(&strategy)
        state.strategy = strategy
        perform(actions, &state)
    }

    private func perform(_ actions: [ListeningAction], _ state: inout State) {
        for action in actions { perform(action, &state) }
        if state.closesAfterTail, state.strategy?.isTakingTail != true { close(&state) }
    }

    private func perform(_ action: ListeningAction, _ state: inout State) {
        switch action {
        case .begin(let task):
            state.session?.cancel()
            let number = state.number
            state.session = recognizer.begin(task) { [weak self] in self?.run(.recognized($0, order: number)) }
        case .accept(let samples): state.session?.accept(samples)
        case .prepareResult: state.session?.prepareResult()
        case .finish:
            state.session?.finish()
            state.session = nil
            state.recent.clear()
        case .cancel:
            state.session?.cancel()
            state.session = nil
            state.recent.clear()
        case .report(let event): report(event)
        case .mark(let moment, let earlier):
            if let turn = state.order?.turn { timing.mark(moment, turn: turn, earlier: earlier) }
        }
    }
}
