// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker in virtual time: sound takes its real duration, and is heard only as time passes.

public import JarvisCore
import JarvisTesting
import Synchronization

/// Plays the queue as the clock advances, and reports how far it has been heard.
public final class PacedPlayer: SpeechPlayer {
    private struct Step {
        var instant: ManualClock.Instant
        /// The position heard; nil at the end of the reply.
        var position: HeardPosition?
    }

    private struct Run {
        var number: Int
        var handler: @Sendable (PlaybackEvent) -> Void
        var queue: AsyncStream<Step>.Continuation
        var playing: Task<Void, Never>
        /// The queued sound that has not been heard yet.
        var steps: [Step] = []
        var end: ManualClock.Instant
        var hasStarted = false
    }

    private struct State {
        var run: Run?
        var count = 0
    }

    private let state = Mutex(State())
    private let clock: ManualClock
    private let changes: Broadcast<Void>

    /// - Parameter changes: Receives a value when sound is queued or heard.
    init(clock: ManualClock, changes: Broadcast<Void>) {
        self.clock = clock
        self.changes = changes
    }

    /// When the next word will have been heard or the next sound begins; nil if nothing is queued.
    var nextStep: ManualClock.Instant? { state.withLock { $0.run?.steps.first?.instant } }

    public func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        let (steps, queue) = AsyncStream.makeStream(of: Step.self)
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let playing = Task { [weak self, clock] in
            for await step in steps {
                guard (try? await clock.sleep(until: step.instant, tolerance: nil)) != nil else { return }
                self?.report(step, of: number)
            }
        }
        let earlier = state.withLock { state in
            defer {
                state.run = Run(number: number, handler: handler, queue: queue, playing: playing, end: clock.now)
            }
            return state.run
        }
        earlier?.playing.cancel()
    }

    public func enqueue(_ audio: SynthesizedAudio, clause: Int) {
        let rate = Double(max(audio.sampleRateHertz, 1))
        let started = state.withLock { state -> (@Sendable (PlaybackEvent) -> Void)? in
            guard var run = state.run else { return nil }
            let start = max(run.end, clock.now)
            run.end = start.advanced(by: .seconds(Double(audio.samples.count) / rate))
            var steps = [Step(instant: start, position: HeardPosition(clause: clause, characters: 0))]
            for (number, word) in audio.words.enumerated() {
                let isLast = number + 1 == audio.words.count
                let next = isLast ? audio.samples.count : audio.words[number + 1].sampleOffset
                steps.append(
                    Step(
                        instant: start.advanced(by: .seconds(Double(next) / rate)),
                        position: HeardPosition(clause: clause, characters: word.endCharacter)))
            }
            run.steps += steps
            for step in steps { run.queue.yield(step) }
            defer { state.run = run }
            guard !run.hasStarted else { return nil }
            run.hasStarted = true
            return run.handler
        }
        started?(.started)
        changes.send()
    }

    public func setGain(_ gain: Double) {}

    public func finish() {
        state.withLock { state in
            guard var run = state.run else { return }
            let end = Step(instant: max(run.end, clock.now), position: nil)
            run.steps.append(end)
            run.queue.yield(end)
            state.run = run
        }
        changes.send()
    }

    public func stop() {
        let run = state.withLock { state in
            defer { state.run = nil }
            return state.run
        }
        run?.playing.cancel()
        changes.send()
    }

    private func report(_ step: Step, of number: Int) {
        let handler = state.withLock { $0.run?.number == number ? $0.run?.handler : nil }
        guard let handler else { return }
        handler(step.position.map(PlaybackEvent.heard) ?? .finished)
        state.withLock { state in
            if state.run?.number == number { state.run?.steps.removeFirst() }
        }
        changes.send()
    }
}
