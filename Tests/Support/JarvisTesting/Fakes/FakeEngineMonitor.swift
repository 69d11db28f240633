// SPDX-License-Identifier: GPL-3.0-or-later
// Speech servers that behave as the test says, without a network.

public import JarvisCore
import Synchronization

/// Reports the health that the test sets.
public final class FakeEngineMonitor: SpeechEngineMonitor {
    private struct State {
        var report = SpeechEngineReport()
        var probe = SpeechEngineReport()
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - report: The health so far.
    ///   - probe: The result of a probe.
    public init(report: SpeechEngineReport = SpeechEngineReport(), probe: SpeechEngineReport = SpeechEngineReport()) {
        state = Mutex(State(report: report, probe: probe))
    }

    public var report: SpeechEngineReport { state.withLock { $0.report } }
    public func probe() async -> SpeechEngineReport { state.withLock { $0.probe } }
}
