// SPDX-License-Identifier: GPL-3.0-or-later
// Selecting an engine outside of the program, checking whether it is there, and falling back from it: the same for every
// kind of engine.

public import JarvisCore
import Synchronization

/// The engine that the settings choose, made again when they choose another one; none while they choose the embedded one.
public final class Selected<Choice: Hashable & Sendable, Engine: Sendable>: Sendable {
    /// An engine, and how it has been doing.
    public struct Candidate: Sendable {
        public let choice: Choice
        public let engine: Engine
        public let trial: EngineTrial
    }

    private let made: Mutex<Candidate?> = Mutex(nil)
    private let choice: @Sendable () -> Choice?
    private let make: @Sendable (Choice) -> Candidate

    /// - Parameters:
    ///   - choice: What the settings choose now; nil for the embedded engine.
    ///   - server: What people call the engine of a choice.
    ///   - trial: Makes the trial of an engine out of how it is doing.
    ///   - make: Makes the engine, and gets the function to report how long each answer took.
    public init(
        choice: @escaping @Sendable () -> Choice?, server: @escaping @Sendable (Choice) -> String,
        trial: @escaping @Sendable (ServerAvailability) -> EngineTrial,
        make: @escaping @Sendable (Choice, _ answered: @escaping @Sendable (Duration) -> Void) -> Engine
    ) {
        self.choice = choice
        self.make = { choice in
            let availability = ServerAvailability(server: server(choice))
            return Candidate(
                choice: choice, engine: make(choice) { availability.answered(after: $0) }, trial: trial(availability))
        }
    }

    /// The engine that is set now; nil for the embedded one.
    public var candidate: Candidate? {
        let choice = choice()
        return made.withLock { made in
            guard let choice else {
                made = nil
                return nil
            }
            if let made, made.choice == choice { return made }
            made = make(choice)
            return made
        }
    }

    /// How the engine that is set has been doing; nil for the embedded one.
    public var health: EngineHealth? { candidate?.trial.availability.health }

    /// Asks the engine that is set whether it is there; if it is, it will be used again at once.
    /// - Parameters:
    ///   - failure: What an error means that is not a `ServerFailure`; nil when the question was cancelled.
    ///   - ask: Throws when it is not.
    /// - Returns: Nil for the embedded engine.
    public func probe(
        failure: (any Error) -> ServerFailure? = { _ in nil }, _ ask: (Candidate) async throws -> Void
    ) async -> EngineHealth? {
        guard let candidate else { return nil }
        var health = EngineHealth(server: candidate.trial.availability.health.server)
        let start = ContinuousClock.now
        do {
            try await ask(candidate)
            health.state = .answering
            health.latencyMilliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            // The settings may choose another one by now.
            if choice() == candidate.choice { candidate.trial.availability.returned() }
        } catch {
            health.state = .failing
            health.lastFailure =
                error as? ServerFailure ?? failure(error) ?? ServerFailure(server: health.server, kind: .cancelled)
        }
        return health
    }
}

/// Whether an engine should be asked, and the notice for when it stops answering.
public struct EngineTrial: Sendable {
    public let availability: ServerAvailability
    private let standIn: Notice.StandIn
    private let notice: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - standIn: Who does the work until it answers again.
    ///   - notice: Told once for each outage what is the matter.
    public init(
        _ availability: ServerAvailability, standIn: Notice.StandIn, notice: @escaping @Sendable (Notice) -> Void
    ) {
        self.availability = availability
        self.standIn = standIn
        self.notice = notice
    }

    /// False while the embedded engine does the work.
    public func mayTry() -> Bool { availability.mayTry() }

    public func succeeded() { availability.succeeded() }

    /// The embedded engine takes over.
    public func failed(_ failure: ServerFailure) {
        if availability.failed(failure) { notice(.serverLost(failure, standIn)) }
    }
}
