// SPDX-License-Identifier: GPL-3.0-or-later
// The conductor: owns the state, runs the reducer, executes its effects on the ports. Lives on the main actor.

public import JarvisCore

/// The conversation as the views see it: a state to draw and a door for events.
@MainActor
public final class Assistant {
    /// Ends an observation when it is released or cancelled.
    @MainActor
    public final class Observation {
        fileprivate var handler: (@MainActor (AssistantState) -> Void)?

        fileprivate init(_ handler: @escaping @MainActor (AssistantState) -> Void) {
            self.handler = handler
        }

        /// No more calls after this.
        public func cancel() { handler = nil }
    }

    private struct WeakObservation {
        weak var observation: Observation?
    }

    /// What the views draw.
    public private(set) var state: AssistantState
    private let ports: AssistantPorts
    private var observers: [WeakObservation] = []

    public init(ports: AssistantPorts) {
        self.ports = ports
        state = AssistantState(
            turn: TurnID(startingAt: ports.wallClock.now()), policy: ConversationPolicy(ports.settings.current))
    }

    /// Calls `handler` now and after every change, for as long as the observation is kept.
    public func observe(_ handler: @escaping @MainActor (AssistantState) -> Void) -> Observation {
        let observation = Observation(handler)
        observers.append(WeakObservation(observation: observation))
        handler(state)
        return observation
    }

    /// Takes an event: an intent of a view, or an engine's report.
    public func send(_ event: AssistantEvent) {
    }
}
