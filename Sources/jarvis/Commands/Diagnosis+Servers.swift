// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: checks the speech servers in the settings.

import JarvisCommands
import JarvisCore
import JarvisSpeechServers

extension Diagnosis {
    /// A finding for each configured server; empty, and without any connection, if there are none.
    func servers() -> [Finding] {
        let engines = composition.engines
        guard let report = try? runBlocking({ await engines.probe() }) else { return [] }
        return [("recognition server", report.recognition), ("synthesis server", report.synthesis)]
            .compactMap { part, health in health.map { finding(part, $0) } }
    }

    private func finding(_ part: String, _ health: EngineHealth) -> Finding {
        if let failure = health.lastFailure {
            return .failed(part, "\(health.server): \(failure.summary)", fix: failure.advice)
        }
        let latency = health.latencyMilliseconds.map { " in \(Int($0.rounded())) ms" } ?? ""
        return .ok(part, "\(health.server) answers\(latency)")
    }
}
