// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: the speech servers that the settings name.

import JarvisCommands
import JarvisCore
import JarvisSpeechServers

extension Diagnosis {
    /// One finding for each server that is set; none is asked, and none opened a connection to, while none is set.
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
