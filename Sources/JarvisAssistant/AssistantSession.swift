// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation and the work that goes on behind it, apart from any window: windows attach to it and go again, and a
// program may have a session without one. Lives on the main actor.

/// Owns the assistant and everything that has to outlive a window.
@MainActor
public final class AssistantSession {
    /// Something that goes on behind the conversation until its task is cancelled, such as keeping files tidy.
    public typealias Work = @Sendable (Assistant) async -> Void

    /// The conversation; windows observe it and send their intents to it.
    public let assistant: Assistant
    /// Its calls.
    public let calls: CallConductor
    private let work: [Work]
    private let ends: [@Sendable () async -> Void]
    private var tasks: [Task<Void, Never>] = []
    private var hasStarted = false

    /// - Parameter ends: What has to be ended with the session, and is waited for.
    public init(_ assistant: Assistant, work: [Work] = [], ends: [@Sendable () async -> Void] = []) {
        self.assistant = assistant
        calls = CallConductor(assistant)
        self.work = work
        self.ends = ends
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Begins the conversation and the work behind it; calls after the first change nothing.
    public func start() {
        guard !hasStarted else { return }
        hasStarted = true
        tasks = work.map { work in Task.detached { [assistant] in await work(assistant) } }
        assistant.start()
    }

    /// Ends everything and waits until what was said is durable.
    public func stop() async {
        for task in tasks { task.cancel() }
        tasks = []
        calls.stop()
        await assistant.stop()
        for end in ends { await end() }
    }
}
