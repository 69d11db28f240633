// SPDX-License-Identifier: GPL-3.0-or-later
// How a speech server is doing, and how long it takes to answer.

import GtkKit
import JarvisCore

@MainActor
final class ServerRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { row.control }
    /// Asks the servers now.
    var onAsk: (@MainActor () -> Void)?
    /// Whether a server is set at all.
    private(set) var isUsed = false

    private let row: ActionRow
    private let part: @Sendable (SpeechEngineReport) -> EngineHealth?
    private let counts: @Sendable (Settings) -> Bool
    /// What asking has found, and what was known of real use at that time.
    private var probed: (found: EngineHealth?, known: EngineHealth?)?
    private var isAsking = false

    /// - Parameters:
    ///   - action: what asks the server.
    ///   - part: the server's part of a report.
    ///   - isUsed: whether a server is set at all.
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

    /// - Parameter report: how the servers have been doing when they were used.
    func showFound(_ found: SpeechEngineReport, _ report: SpeechEngineReport) {
        isAsking = false
        probed = (part(found), part(report))
        show(report)
    }

    /// Shows what is newer: what asking has found, or how the server has done since.
    func show(_ report: SpeechEngineReport) {
        guard isUsed else { return row.status = localized("Runs on this computer; no server is used") }
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
            guard let latency = health.latencyMilliseconds else { return localized("%1 answers", health.server) }
            return localized("%1 answers (%2\u{a0}ms)", health.server, String(max(1, Int(latency.rounded()))))
        case .failing: return health.lastFailure.map(BannerText.words) ?? localized("It is not responding.")
        }
    }
}
