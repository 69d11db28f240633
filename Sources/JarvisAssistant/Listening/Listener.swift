// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the order that holds now, the recognition session and the microphone, and does what the order's strategy says.
// All calls come one after another, on whichever thread brought the job.

import JarvisCore

struct Listener: Sendable {
    typealias Job = ListeningPipeline.Job
    /// Brings a job in, now or later, from any thread.
    typealias Door = @Sendable (Job) -> Void

    /// An order and the strategy that serves it.
    struct Service: Sendable {
        var order: ListeningOrder
        /// Counts orders; results of another one than the current are dropped.
        var number: Int
        var strategy: any FrameStrategy
    }

    /// Frames that are on their way when an utterance is ended by hand: 80 ms, what the sound server's fragment, the
    /// cutting into frames and the threads between cost.
    private static let tailFrames = 4
    /// How long to wait for frames, by the clock.
    private static let tailPatience = Duration.milliseconds(200)
    private static let continuationPatience = Duration.seconds(1)

    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let timing: TurnTimer
    private let log: any EventLog
    /// Called from any thread, in order.
    private let report: @Sendable (AssistantEvent) -> Void

    private var current: Service?
    /// An utterance that may still go on, while the turn's next order is served already.
    private var ended: Service?
    private var count = 0
    private var session: (any RecognitionSession)?
    /// No frames for the strategy until the next order.
    private var isDeaf = true
    private var isOpen = false
    /// The microphone is to be closed once the tail of the utterance has come.
    private var closesAfterTail = false
    /// True while the microphone delivers nothing.
    private var isFailing = false
    private var device: String?
    private var recent = RecentFrames()
    private var wake: WakeWatch

    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, wake: WakeWatch, timing: TurnTimer,
        log: any EventLog, report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        self.wake = wake
        self.microphone = microphone
        self.recognizer = recognizer
        self.timing = timing
        self.log = log
        self.report = report
    }

    mutating func perform(_ job: Job, _ door: @escaping Door) {
        switch job {
        case .listen(let order, let device): listen(order, device: device, door)
        case .finish(let turn): finish(turn, door)
        case .discard(let turn):
            guard ended?.order.turn == turn || current?.order.turn == turn else { return }
            drop()
            searchWakeWord(door)
        case .close: close(door)
        case .setDevice(let device):
            let moves = isOpen && self.device != device
            self.device = device
            if moves { open(door) }
        case .replySounds(let turn): settle(door) { $0.order.turn == turn }
        case .microphone(let event): take(event, door)
        case .recognized(let update, let number):
            if number == current?.number { serve(door) { $0.take(update) } }
        case .overdue(let number):
            if number == current?.number, current?.strategy.isTakingTail == true { serve(door) { $0.finish(tail: 0) } }
            settle(door) { $0.number == number }
        case .setWakeWord(let configuration):
            if wake.configure(configuration) { searchWakeWord(door) }
        case .wake(let update, let search): take(update, search)
        }
    }

    // MARK: Orders

    private mutating func listen(_ order: ListeningOrder, device: String?, _ door: @escaping Door) {
        self.device = device
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
        if let service = current, service.order.turn == order.turn, service.strategy.mayContinue { ended = service }
        if ended?.order.turn != order.turn { ended = nil }
        session?.cancel()
        session = nil
        isDeaf = false
        count += 1
        current = Service(order: order, number: count, strategy: order.makeStrategy(after: recent))
        serve(door) { $0.start() }
    }

    private mutating func finish(_ turn: TurnID, _ door: @escaping Door) {
        guard current?.order.turn == turn, !isDeaf else { return }
        let tail = isFailing ? 0 : Self.tailFrames
        serve(door) { $0.finish(tail: tail) }
        if current?.strategy.isTakingTail == true { remind(after: Self.tailPatience, door) }
    }

    private mutating func close(_ door: @escaping Door) {
        if current?.strategy.isTakingTail == true {
            closesAfterTail = true
            return
        }
        closesAfterTail = false
        settle(door) { _ in true }
        session?.cancel()
        session = nil
        isDeaf = true
        isOpen = false
        recent.clear()
        searchWakeWord(door)
        microphone.close()
    }

    private mutating func drop() {
        session?.cancel()
        session = nil
        current = nil
        ended = nil
        isDeaf = true
        recent.clear()
        guard closesAfterTail else { return }
        closesAfterTail = false
        isOpen = false
        microphone.close()
    }

    private mutating func open(_ door: @escaping Door) {
        if !isOpen { isFailing = false }
        isOpen = true
        microphone.open(device: device) { door(.microphone($0)) }
    }

    /// Lets an utterance that silence has ended be over for good.
    private mutating func settle(_ door: @escaping Door, where isMeant: (Service) -> Bool) {
        if let service = ended, isMeant(service) { serveEnded(door) { $0.settle() } }
        if let service = current, isMeant(service) { serve(door) { $0.settle() } }
    }

    // MARK: Wake word

    private mutating func searchWakeWord(_ door: @escaping Door) {
        wake.search(isDeaf ? nil : current?.order) { door(.wake($0, search: $1)) }
    }

    private mutating func take(_ update: WakeUpdate, _ search: Int) {
        guard wake.take(update, search), let turn = current?.order.turn else { return }
        switch update {
        case .heard(let hit):
            log.record("wakeWord", ["score": .number(hit.score), "threshold": .number(hit.threshold)])
            report(.wakeWordHeard(turn))
        case .failed(let failure): report(.recognitionFailed(turn, failure))
        }
    }

    // MARK: Frames

    private mutating func take(_ event: MicrophoneEvent, _ door: @escaping Door) {
        switch event {
        case .frame(let frame):
            guard isOpen else { return }
            wake.take(frame)
            let frame = wake.withoutWord(frame)
            recent.append(frame)
            // First of all: who goes on speaking takes back what has come of the pause.
            let isTaken = serveEnded(door) { $0.take(frame) }
            if !isDeaf, !isTaken { serve(door) { $0.take(frame) } }
        case .opened(let device):
            isFailing = false
            log.record("microphone", ["device": .text(device)])
            report(.microphoneRecovered)
        case .failed(let failure):
            isFailing = true
            settle(door) { _ in true }
            recent.clear()
            report(.microphoneFailed(failure))
        case .mutedBySystem(let isMuted): report(.microphoneMutedBySystem(isMuted))
        case .overrun(let frames): log.record("overrun", ["frames": .integer(Int64(frames))])
        case .closed: break
        }
    }

    private mutating func serve(
        _ door: @escaping Door, _ call: (inout any FrameStrategy) -> [ListeningAction]
    ) {
        guard var service = current else { return }
        // Taken out meanwhile, so that its sound is not copied.
        current = nil
        let couldContinue = service.strategy.mayContinue
        let actions = call(&service.strategy)
        let mayContinue = service.strategy.mayContinue
        current = service
        perform(actions, door)
        if mayContinue, !couldContinue { remind(after: Self.continuationPatience, door) }
    }

    /// Serves the utterance that may still go on.
    /// - Returns: true when it does go on: it has taken its place again.
    @discardableResult
    private mutating func serveEnded(
        _ door: @escaping Door, _ call: (inout any FrameStrategy) -> [ListeningAction]
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
        perform(actions, door)
        return goesOn
    }

    private mutating func perform(_ actions: [ListeningAction], _ door: @escaping Door) {
        for action in actions { perform(action, door) }
        if closesAfterTail, current?.strategy.isTakingTail != true { close(door) }
    }

    private mutating func perform(_ action: ListeningAction, _ door: @escaping Door) {
        switch action {
        case .begin(let task): begin(task, door)
        case .restart(let task):
            count += 1
            current?.number = count
            if let turn = current?.order.turn { timing.forget(turn) }
            begin(task, door)
        case .accept(let samples): session?.accept(samples)
        case .prepareResult: session?.prepareResult()
        case .finish:
            session?.finish()
            session = nil
            recent.clear()
        case .cancel:
            session?.cancel()
            session = nil
            recent.clear()
        case .report(let event): report(event)
        case .mark(let moment, let earlier):
            if let turn = current?.order.turn { timing.mark(moment, turn: turn, earlier: earlier) }
        }
    }

    private mutating func begin(_ task: RecognitionTask, _ door: @escaping Door) {
        session?.cancel()
        guard let number = current?.number else { return }
        session = recognizer.begin(task) { door(.recognized($0, order: number)) }
    }

    private func remind(after patience: Duration, _ door: @escaping Door) {
        guard let number = current?.number else { return }
        Task {
            try? await Task.sleep(for: patience)
            door(.overdue(order: number))
        }
    }
}
