// SPDX-License-Identifier: GPL-3.0-or-later
// A row with the state and the response time of a speech server.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ServerRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { row.control }
    /// Called to ask the servers now.
    var onAsk: (@MainActor () -> Void)?
    /// True if the settings use a server for this engine.
    private(set) var isUsed = false

    private let row: ActionRow
    private let part: @Sendable (SpeechEngineReport) -> EngineHealth?
    private let counts: @Sendable (Settings) -> Bool
    /// The server's answer, and what actual use had revealed by then.
    private var probed: (found: EngineHealth?, known: EngineHealth?)?
    private var isAsking = false

    /// - Parameters:
    ///   - action: the settings action that asks the server.
    ///   - part: returns the server's part of a report.
    ///   - isUsed: returns true if the settings use a server for this engine.
    init(
        _ action: SettingsAction, part: @escaping @Sendable (SpeechEngineReport) -> EngineHealth?,
        isUsed: @escaping @Sendable (Settings) -> Bool
    ) {
        name = action.rawValue
        row = ActionRow(action.text.shownTitle)
        self.part = part
        counts = isUsed
        root = row.root
        row.nameButton(localized("Check now"))
        row.onClick { [weak self] in self?.onAsk?() }
    }

    func show(_ settings: Settings) {
        isUsed = counts(settings)
        row.isUsable = isUsed
        if !isUsed {
            probed = nil
            isAsking = false
        }
    }

    func beginAsking() {
        isAsking = isUsed
        if isAsking { row.status = localized("Checking…") }
    }

    /// Shows the servers' answers.
    /// - Parameters:
    ///   - found: the answers.
    ///   - report: the servers' state according to actual use.
    func showFound(_ found: SpeechEngineReport, _ report: SpeechEngineReport) {
        isAsking = false
        probed = (part(found), part(report))
        show(report)
    }

    /// Shows the server's answer, or its state according to actual use if that is newer.
    func show(_ report: SpeechEngineReport) {
        guard isUsed else { return row.status = localized("Runs on this computer, without a server") }
        guard !isAsking else { return }
        let known = part(report)
        let isNews = known != nil && known?.state != .unknown && known != probed?.known
        row.status = Self.text(isNews ? known : probed?.found ?? known)
    }

    private static func text(_ health: EngineHealth?) -> String {
        guard let health else { return localized("Not checked yet") }
        switch health.state {
        case .unknown: return localized("Not checked yet")
        case .answering:
            guard let latency = health.latencyMilliseconds else { return localized("%1 connected", health.server) }
            return localized("%1 connected (%2\u{a0}ms)", health.server, String(max(1, Int(latency.rounded()))))
        case .failing: return health.lastFailure.map(BannerText.words) ?? localized("It isn't responding.")
        }
    }
}
