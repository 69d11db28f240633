// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the current request, its recognition and the microphone, and carries out the strategy's decisions. Calls never
// overlap, and run on the thread that brought the job.

import JarvisConversation
import JarvisCore

/// Serves the requests of the listening pipeline, one job at a time.
struct Listener: Sendable {
    typealias Job = ListeningPipeline.Job
    /// Enqueues a job for now or later, from any thread.
    typealias Enqueue = @Sendable (Job) -> Void

    /// A request and the strategy that serves it.
    struct Service: Sendable {
        var request: ListeningRequest
        /// Numbers requests; results for any but the current one are dropped.
        var number: Int
        var strategy: any FrameStrategy
    }

    /// Frames in transit when an utterance is ended by hand: 80 ms for the sound server's fragment, the cutting into
    /// frames and the threads in between.
    static let tailFrames = 4
    /// How long to wait for these frames.
    static let tailPatience = Duration.milliseconds(200)
    private static let continuationPatience = Duration.seconds(1)

    let microphone: any Microphone
    let timing: TurnTimer
    private let log: any EventLog
    private let clock: any Clock<Duration>
    /// Called from any thread, in order.
    private let report: @Sendable (AssistantEvent) -> Void

    var current: Service?
    /// An utterance that may still continue, while the turn's next request is already being served.
    var ended: Service?
    var count = 0
    var recognition: UtteranceRecognition
    /// The strategy receives no frames until the next request.
    var isDeaf = true
    var isOpen = false
    /// Close the microphone once the utterance's tail has arrived.
    var closesAfterTail = false
    /// Keep the utterance for another try once its tail has arrived.
    var keepsAfterTail = false
    /// True while the microphone delivers nothing.
    var isFailing = false
    var device: String?
    var patience = EndPatience.normal
    var recent = RecentFrames()
    var wake: WakeWatch
    /// What the microphone was told about the listener.
    private var isWaiting = false

    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, wake: WakeWatch, timing: TurnTimer,
        log: any EventLog, clock: any Clock<Duration>, report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        self.wake = wake
        self.microphone = microphone
        recognition = UtteranceRecognition(recognizer)
        self.timing = timing
        self.log = log
        self.clock = clock
        self.report = report
    }

    mutating func perform(_ job: Job, _ enqueue: @escaping Enqueue) {
        defer {
            forgetUnderstood()
            tellWhetherWaiting()
        }
        switch job {
        case .listen(let request, let device): listen(request, device: device, enqueue)
        case .finish(let turn): finish(turn, enqueue)
        case .discard(let turn):
            guard ended?.request.turn == turn || current?.request.turn == turn else { return }
            drop()
            searchWakeWord(enqueue)
        case .keep(let turn): keep(turn, enqueue)
        case .recognizeAgain(let turn, let task): recognizeAgain(turn, task, enqueue)
        case .forgetKept: recognition.forgetKept()
        case .confirm(let turn): recognition.confirm(turn)
        case .close: close(enqueue)
        case .setDevice(let device):
            let moves = isOpen && self.device != device
            self.device = device
            if moves { open(enqueue) }
        case .setPatience(let patience):
            self.patience = patience
            current?.strategy.setPatience(patience)
        case .replySounds(let turn): settle(enqueue) { $0.request.turn == turn }
        case .answerIsReady(let turn, let text):
            if current?.request.turn == turn { current?.strategy.answerIsReady(to: text) }
        case .microphone(let event): take(event, enqueue)
        case .recognized(let update, let number):
            guard number == current?.number else { return }
            recognition.note(update, request: number)
            serve(enqueue) { $0.take(update) }
        case .overdue(let number):
            if number == current?.number, current?.strategy.isTakingTail == true {
                serve(enqueue) { $0.finish(tail: 0) }
            }
            settle(enqueue) { $0.number == number }
        case .setWakeWord(let configuration):
            if wake.configure(configuration) { searchWakeWord(enqueue) }
        case .wake(let update, let search): take(update, search)
        }
    }

    /// Tells the microphone whether its frames are urgent.
    private mutating func tellWhetherWaiting() {
        let isWaiting = isOpen && !isDeaf && ended == nil && current?.strategy.isWaiting == true
        guard isWaiting != self.isWaiting else { return }
        self.isWaiting = isWaiting
        microphone.setWaiting(isWaiting)
    }

    // MARK: Wake word

    mutating func searchWakeWord(_ enqueue: @escaping Enqueue) {
        wake.search(isDeaf ? nil : current?.request) { enqueue(.wake($0, search: $1)) }
    }

    private mutating func take(_ update: WakeUpdate, _ search: Int) {
        guard wake.take(update, search), let turn = current?.request.turn else { return }
        switch update {
        case .heard(let hit):
            log.record("wakeWord", ["score": .number(hit.score), "threshold": .number(hit.threshold)])
            report(.wakeWordHeard(turn))
        case .failed(let failure): report(.recognitionFailed(turn, failure))
        }
    }

    // MARK: Frames

    mutating func take(_ event: MicrophoneEvent, _ enqueue: @escaping Enqueue) {
        switch event {
        case .frame(let frame):
            guard isOpen else { return }
            wake.take(frame)
            let frame = wake.withoutWord(frame)
            recent.append(frame)
            // First of all: a speaker who continues undoes the end.
            let isTaken = serveEnded(enqueue) { $0.take(frame) }
            if !isDeaf, !isTaken { serve(enqueue) { $0.take(frame) } }
        case .opened(let device):
            isFailing = false
            log.record("microphone", ["device": .text(device)])
            report(.captureChanged(true))
            report(.microphoneRecovered)
        case .failed(let failure):
            report(.captureChanged(false))
            guard isOpen else { return }
            isFailing = true
            settle(enqueue) { _ in true }
            recent.clear()
            report(.microphoneFailed(failure))
        case .mutedBySystem(let isMuted): report(.microphoneMutedBySystem(isMuted))
        case .overrun(let frames): log.record("overrun", ["frames": .integer(Int64(frames))])
        case .closed: report(.captureChanged(false))
        }
    }

    mutating func serve(
        _ enqueue: @escaping Enqueue, _ call: (inout any FrameStrategy) -> [ListeningAction]
    ) {
        guard var service = current else { return }
        // Moved out during the call, to avoid a copy.
        current = nil
        let couldContinue = service.strategy.mayContinue
        let actions = call(&service.strategy)
        let mayContinue = service.strategy.mayContinue
        current = service
        perform(actions, enqueue)
        if mayContinue, !couldContinue { remind(after: Self.continuationPatience, enqueue) }
    }

    /// Serves the utterance that may still continue.
    /// - Returns: True if it continues, in which case it is current again.
    @discardableResult
    mutating func serveEnded(
        _ enqueue: @escaping Enqueue, _ call: (inout any FrameStrategy) -> [ListeningAction]
    ) -> Bool {
        guard var service = ended else { return false }
        ended = nil
        let actions = call(&service.strategy)
        let goesOn = actions.contains { if case .restart = $0 { true } else { false } }
        if goesOn {
            current = service
            isDeaf = false
        } else if service.strategy.mayContinue {
            ended = service
        }
        perform(actions, enqueue)
        return goesOn
    }

    mutating func perform(_ actions: [ListeningAction], _ enqueue: @escaping Enqueue) {
        for action in actions { perform(action, enqueue) }
        guard current?.strategy.isTakingTail != true else { return }
        if keepsAfterTail { finishKeeping(enqueue) }
        if closesAfterTail { close(enqueue) }
    }

    private var newestRequest: (number: Int, turn: TurnID)? { current.map { ($0.number, $0.request.turn) } }

    private mutating func perform(_ action: ListeningAction, _ enqueue: @escaping Enqueue) {
        switch action {
        case .begin(let task):
            if let (number, turn) = newestRequest {
                recognition.begin(task, request: number, turn: turn) { enqueue(.recognized($0, request: number)) }
            }
        case .recognize(let task, let utterance):
            if let (number, turn) = newestRequest {
                recognition.begin(task, of: utterance, request: number, turn: turn) {
                    enqueue(.recognized($0, request: number))
                }
            }
        case .restart(let task):
            count += 1
            let number = count
            current?.number = number
            guard let turn = current?.request.turn else { return }
            timing.forget(turn)
            recognition.restart(task, request: number, turn: turn) { enqueue(.recognized($0, request: number)) }
        case .accept(let samples): recognition.accept(samples)
        case .prepareResult: recognition.prepareResult()
        case .finish:
            recognition.finish()
            recent.clear()
        case .cancel:
            recognition.abandon()
            recent.clear()
        case .report(let event): report(event)
        case .mark(let moment, let earlier):
            if let turn = current?.request.turn { timing.mark(moment, turn: turn, earlier: earlier) }
        }
    }

    func remind(after patience: Duration, _ enqueue: @escaping Enqueue) {
        guard let number = current?.number else { return }
        Task { [clock] in
            try? await clock.sleep(for: patience)
            enqueue(.overdue(request: number))
        }
    }
}
