// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the rows about speech servers true while the settings are open. Servers are asked when the settings open, when
// what is set about them changes, and when the user says so; in between, the rows follow how real use has gone.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class EngineStatus {
    let recognition = ServerRow(
        .recognitionServer, part: \.recognition, isUsed: { $0.speech.recognition != .embedded })
    let synthesis = ServerRow(
        .synthesisServer, part: \.synthesis, isUsed: { $0.speech.synthesis != .embedded })

    private let monitor: any SpeechEngineMonitor
    private var asking: Task<Void, Never>?
    private var following: LoopTimer?
    /// The settings when the servers were last asked; nil while the pane is closed.
    private var asked: SpeechSettings?

    init(_ monitor: any SpeechEngineMonitor) {
        self.monitor = monitor
        for row in rows { row.onAsk = { [weak self] in self?.ask() } }
    }

    private var rows: [ServerRow] { [recognition, synthesis] }

    /// The settings are on screen.
    func begin(_ settings: Settings) {
        asked = settings.speech
        ask()
        following = LoopTimer(milliseconds: DesignTokens.Panes.serverNewsMilliseconds) { [weak self] in
            guard let self else { return false }
            showReport()
            return true
        }
    }

    /// Asks again where another server is meant now.
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
