// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the rows about speech servers up to date while the settings are open. Asks the servers when the settings open,
// when their settings change, and on request; otherwise the rows show what actual use has revealed.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class EngineStatus {
    let recognition = ServerRow(
        .recognitionServer, part: \.recognition, isUsed: { $0.speech.recognition != .embedded })
    let synthesis = ServerRow(
        .synthesisServer, part: \.synthesis, isUsed: { $0.speech.synthesis != .embedded })

    private let monitor: any SpeechEngineMonitor
    private var asking: Task<Void, Never>?
    private var following: LoopTimer?
    /// The settings at the time the servers were last asked; nil while the pane is closed.
    private var asked: SpeechSettings?

    init(_ monitor: any SpeechEngineMonitor) {
        self.monitor = monitor
        for row in rows { row.onAsk = { [weak self] in self?.ask() } }
    }

    private var rows: [ServerRow] { [recognition, synthesis] }

    /// Call when the settings appear on the screen.
    func begin(_ settings: Settings) {
        asked = settings.speech
        ask()
        following = LoopTimer(milliseconds: DesignTokens.Settings.serverNewsMilliseconds) { [weak self] in
            guard let self else { return false }
            showReport()
            return true
        }
    }

    /// Asks again if the settings now name another server.
    func settingsChanged(_ settings: Settings) {
        guard let asked else { return }
        if settings.speech.namesOtherServers(than: asked) {
            self.asked = settings.speech
            ask()
        } else {
            showReport()
        }
    }

    func end() {
        asked = nil
        following = nil
        asking?.cancel()
    }

    private func showReport() {
        let report = monitor.report
        for row in rows { row.show(report) }
    }

    private func ask() {
        asking?.cancel()
        guard rows.contains(where: \.isUsed) else { return showReport() }
        for row in rows { row.beginAsking() }
        asking = Task { [weak self, monitor] in
            let found = await monitor.probe()
            guard !Task.isCancelled, let self else { return }
            for row in rows { row.showFound(found, monitor.report) }
        }
    }
}

extension SpeechSettings {
    fileprivate func namesOtherServers(than other: SpeechSettings) -> Bool {
        recognition != other.recognition || synthesis != other.synthesis
            || recognitionServer != other.recognitionServer || synthesisServer != other.synthesisServer
    }
}
