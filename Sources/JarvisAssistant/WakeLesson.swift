// SPDX-License-Identifier: GPL-3.0-or-later
// Wake-word training: records the wake phrase while the conversation rests, and lets the learner learn it.

import JarvisConversation
public import JarvisCore

/// Wake-word training as views use it: a step to show, start and cancel. Lives on the main actor.
@MainActor
public final class WakeLesson {
    /// The progress of the training.
    public enum Step: Hashable, Sendable {
        /// Not in progress.
        case resting
        /// Waiting for the user to say the phrase: the number of the repetition, from 1, and their total.
        case listening(number: Int, count: Int)
        /// All repetitions are recorded.
        case learning
        case learned
        /// The training failed.
        case failed(WakeLessonFailure)
    }

    /// How long to wait for each repetition of the phrase.
    static let patience = Duration.seconds(15)

    /// The current step; `onChange` follows each change.
    public private(set) var step = Step.resting {
        didSet {
            guard step != oldValue else { return }
            log.record("wakeLesson", ["step": .text(step.name)])
            onChange?(step)
        }
    }
    /// Called with each step while the training is shown.
    public var onChange: (@MainActor (Step) -> Void)?

    private let assistant: Assistant
    private let makeMicrophone: () -> any Microphone
    private let learner: any WakeWordLearner
    private let log: any EventLog
    private let clock: any Clock<Duration>
    private var work: Task<Void, Never>?

    /// - Parameters:
    ///   - assistant: The conversation, which rests during the training.
    ///   - makeMicrophone: Makes a separate microphone, so the assistant's use of its own can't end the training.
    public init(
        assistant: Assistant, learner: any WakeWordLearner, makeMicrophone: @escaping () -> any Microphone
    ) {
        self.assistant = assistant
        self.learner = learner
        self.makeMicrophone = makeMicrophone
        log = assistant.ports.log
        clock = assistant.ports.clock
    }

    deinit {
        work?.cancel()
    }

    /// True from `begin` until the training ends in any way.
    public var isGoingOn: Bool { work != nil }

    /// True if this phrase has been learned.
    public func knows(_ phrase: String) -> Bool { learner.knows(phrase) }

    /// Starts the training; idempotent.
    public func begin() {
        guard work == nil else { return }
        guard assistant.state.microphone.muting == .none else {
            return step = .failed(.learning(.muted, phrase: ""))
        }
        let settings = assistant.ports.settings.current
        let microphone = makeMicrophone()
        microphone.setSensitivity(settings.sensitivity)
        microphone.setProcessing(SoundProcessing(settings.speech))
        assistant.send(.microphoneLent(true))
        let muting = assistant.observe { [weak self] state in
            if state.microphone.isMuted { self?.end(.failed(.learning(.muted, phrase: ""))) }
            if !state.mayHear { self?.end(.resting) }
        }
        work = Task { [weak self, learner, clock] in
            defer { muting.cancel() }
            let phrase = settings.speech.wakePhrase
            do {
                let recordings = try await Self.recordings(
                    learner.recordingCount, of: microphone, device: settings.inputDevice, clock: clock
                ) { if !Task.isCancelled { self?.step = .listening(number: $0, count: learner.recordingCount) } }
                try Task.checkCancellation()
                self?.step = .learning
                try await learner.learn(phrase, from: recordings)
                if !Task.isCancelled { self?.end(.learned) }
            } catch {
                if !Task.isCancelled { self?.end(.failed(WakeLessonFailure(error, phrase: phrase))) }
            }
        }
        step = .listening(number: 1, count: learner.recordingCount)
    }

    /// Ends the training without learning anything.
    public func cancel() {
        if work != nil { end(.resting) } else { step = .resting }
    }

    private func end(_ last: Step) {
        guard let work else { return }
        work.cancel()
        self.work = nil
        step = last
        assistant.send(.microphoneLent(false))
    }

    /// Returns this many utterances, or throws `nobodySpoke`.
    private static func recordings(
        _ count: Int, of microphone: any Microphone, device: String?, clock: any Clock<Duration>,
        next: @MainActor (Int) -> Void
    ) async throws -> [[Int16]] {
        let utterances = PhraseRecorder.utterances(of: microphone, device: device)
        var iterator = utterances.makeAsyncIterator()
        var recordings: [[Int16]] = []
        while recordings.count < count {
            if !recordings.isEmpty { next(recordings.count + 1) }
            let alarm = Task {
                try await clock.sleep(for: patience)
                // Closing the microphone ends the stream, and so the wait.
                microphone.close()
            }
            defer { alarm.cancel() }
            guard let samples = try await iterator.next() else { throw WakeCalibrationFailure.nobodySpoke }
            recordings.append(samples)
        }
        return recordings
    }
}

/// Why the training failed.
public enum WakeLessonFailure: ExplainedFailure, Hashable {
    /// The pronunciation of this phrase could not be learned.
    case learning(WakeCalibrationFailure, phrase: String)
    case audio(AudioFailure)
    case store(StoreFailure)
    /// An unknown error, in its own words.
    case unexpected(String)

    init(_ error: any Error, phrase: String) {
        switch error {
        case let failure as WakeCalibrationFailure: self = .learning(failure, phrase: phrase)
        case let failure as AudioFailure: self = .audio(failure)
        case let failure as StoreFailure: self = .store(failure)
        default: self = .unexpected("\(error)")
        }
    }

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .learning(let failure, let phrase): failure.explained(to: reader, phrase: phrase)
        case .audio(let failure): failure.explained(to: reader)
        case .store(let failure): failure.explained(to: reader)
        case .unexpected(let words): FailureText(reader.say("That didn't work: %1", words))
        }
    }
}

extension WakeLesson.Step {
    /// The step in the event log.
    var name: String {
        switch self {
        case .resting: "resting"
        case .listening(let number, _): "listening \(number)"
        case .learning: "learning"
        case .learned: "learned"
        case .failed: "failed"
        }
    }
}
