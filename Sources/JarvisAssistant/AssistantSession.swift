// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation and its background work, independent of any window: windows attach and detach, and a program may
// have a session without one. Lives on the main actor.

/// Owns the assistant and everything that outlives a window.
@MainActor
public final class AssistantSession {
    /// Background work, such as tidying files, that runs until its task is cancelled.
    public typealias Work = @Sendable (Assistant) async -> Void

    /// The conversation; windows observe it and send their intents to it.
    public let assistant: Assistant
    /// The assistant's calls.
    public let calls: CallConductor
    private let work: [Work]
    private let ends: [@Sendable () async -> Void]
    private var tasks: [Task<Void, Never>] = []
    private var hasStarted = false

    /// - Parameter ends: Called and awaited when the session ends.
    public init(_ assistant: Assistant, work: [Work] = [], ends: [@Sendable () async -> Void] = []) {
        self.assistant = assistant
        calls = CallConductor(assistant)
        self.work = work
        self.ends = ends
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Starts the conversation and its background work. Idempotent.
    public func start() {
        guard !hasStarted else { return }
        hasStarted = true
        tasks = work.map { work in Task.detached { [assistant] in await work(assistant) } }
        assistant.start()
    }

    /// Ends everything and waits until the conversation is durable.
    public func stop() async {
        for task in tasks { task.cancel() }
        tasks = []
        calls.stop()
        await assistant.stop()
        for end in ends { await end() }
    }
}
