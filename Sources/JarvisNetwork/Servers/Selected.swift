// SPDX-License-Identifier: GPL-3.0-or-later
// Selects an external engine, checks its availability and falls back from it, in the same way for every kind of engine.

public import JarvisCore
import Synchronization

/// The external engine chosen in the settings, replaced when they change; none if they choose the embedded engine.
public final class Selected<Choice: Hashable & Sendable, Engine: Sendable>: Sendable {
    /// An engine, and whether it may be tried.
    public struct Candidate: Sendable {
        public let choice: Choice
        public let engine: Engine
        public let trial: EngineTrial
    }

    private let made: Mutex<Candidate?> = Mutex(nil)
    private let choice: @Sendable () -> Choice?
    private let make: @Sendable (Choice) -> Candidate

    /// - Parameters:
    ///   - choice: Returns the current choice in the settings; nil for the embedded engine.
    ///   - server: Returns the display name for a choice.
    ///   - trial: Makes the trial, given the engine's availability.
    ///   - make: Makes the engine; the function passed to it reports the latency of each answer.
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

    /// The current engine; nil for the embedded one.
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

    /// The health of the current engine; nil for the embedded one.
    public var health: EngineHealth? { candidate?.trial.availability.health }

    /// Checks that the current engine is available; if it is, it is used again at once.
    /// - Parameters:
    ///   - failure: Converts errors other than `ServerFailure`; returns nil for a cancellation.
    ///   - ask: Asks the engine; throws if it is unavailable.
    /// - Returns: The health of the engine; nil for the embedded one.
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
            // Ignore the result if the settings have changed since.
            if choice() == candidate.choice { candidate.trial.availability.returned() }
        } catch {
            health.state = .failing
            health.lastFailure =
                error as? ServerFailure ?? failure(error) ?? ServerFailure(server: health.server, kind: .cancelled)
        }
        return health
    }
}

/// Decides whether to try an engine, and announces that it has stopped answering.
public struct EngineTrial: Sendable {
    public let availability: ServerAvailability
    private let standIn: Notice.StandIn
    private let notice: @Sendable (Notice) -> Void

    /// - Parameters:
    ///   - standIn: The engine that takes over until this one answers again.
    ///   - notice: Called once for each outage.
    public init(
        _ availability: ServerAvailability, standIn: Notice.StandIn, notice: @escaping @Sendable (Notice) -> Void
    ) {
        self.availability = availability
        self.standIn = standIn
        self.notice = notice
    }

    /// False while the embedded engine has to be used.
    public func mayTry() -> Bool { availability.mayTry() }

    public func succeeded() { availability.succeeded() }

    /// Records a failure; from now on the embedded engine is used.
    public func failed(_ failure: ServerFailure) {
        if availability.failed(failure) { notice(.serverLost(failure, standIn)) }
    }
}
