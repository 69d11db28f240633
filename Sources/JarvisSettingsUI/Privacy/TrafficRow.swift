// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what leaves this computer and where it goes: each server used since the program started, and those configured
// but not used yet. Updates while visible.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class TrafficRow: SettingRow {
    let root: Widget
    let name = SettingsAction.traffic.rawValue
    var control: Widget { root }

    private let traffic: @Sendable () -> [TrafficEntry]
    private let clock: any WallClock
    private let summary = Label(classes: ["setting-detail"])
    private let list = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    private var chosen: [String] = []
    private var shown: [TrafficLine] = []
    private var following: LoopTimer?

    init(_ traffic: @escaping @Sendable () -> [TrafficEntry], clock: any WallClock) {
        self.traffic = traffic
        self.clock = clock
        let title = Label(SettingsAction.traffic.text.shownTitle, classes: ["setting-title"])
        for label in [title, summary] {
            label.setTextAlignment(0)
            label.wraps()
        }
        summary.setRole(.status)
        let row = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [title, summary, list])
        row.addClass("setting-row")
        root = row
        following = LoopTimer(milliseconds: DesignTokens.Settings.serverNewsMilliseconds) { [weak self] in
            self?.refresh()
            return self != nil
        }
        refresh()
    }

    func show(_ settings: Settings) {
        chosen = settings.speech.remoteHosts
        refresh()
    }

    func finish() { following = nil }

    private func refresh() {
        let now = TrafficLine.lines(traffic(), chosen: chosen, TimeCaption(clock: clock))
        guard now != shown || summary.text.isEmpty else { return }
        shown = now
        let away = now.count { !$0.isThisComputer && $0.isUsed }
        summary.text =
            away == 0
            ? localized("Nothing has left this computer since JARVIS started")
            : localized(
                "Data sent to %1 server since JARVIS started", "Data sent to %1 servers since JARVIS started",
                count: away
            )
        list.removeAll()
        for line in now {
            let (server, detail) = (Label(line.server), Label(line.detail, classes: ["setting-detail"]))
            for label in [server, detail] {
                label.setTextAlignment(0)
                label.wraps()
            }
            list.append(Box(.column, spacing: 2, [server, detail]))
        }
        list.isVisible = !now.isEmpty
    }
}

/// The texts about one server.
struct TrafficLine: Equatable {
    var server: String
    var detail: String
    var isThisComputer: Bool
    var isUsed = true

    /// - Parameter chosen: the hosts that the settings name.
    @MainActor
    static func lines(_ entries: [TrafficEntry], chosen: [String], _ caption: TimeCaption) -> [TrafficLine] {
        let used = entries.map { entry in
            let address = try? ServerAddress("http://" + entry.server, schemes: [.http], defaultPort: 80)
            let isHere = address?.isThisComputer ?? false
            let figures = localized(
                "%1 · sent %2 · received %3", caption.moment(entry.lastUse), bytes(entry.sentBytes),
                bytes(entry.receivedBytes))
            return TrafficLine(
                server: entry.server, detail: isHere ? localized("On this computer · %1", figures) : figures,
                isThisComputer: isHere)
        }
        let unused = chosen.filter { host in !entries.contains { $0.server == host || $0.server.hasPrefix(host + ":") }
        }
        return used
            + unused.map {
                TrafficLine(
                    server: $0, detail: localized("Set up, but not used yet"), isThisComputer: false, isUsed: false)
            }
    }

    /// "3.4 kB"
    @MainActor
    static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return localized("%1 bytes", String(count)) }
        let (number, unit) = count < 1_000_000 ? (count / 100, "kB") : (count / 100_000, "MB")
        let figures = number >= 1000 ? String(number / 10) : decimal(number / 10, String(number % 10))
        return figures + "\u{a0}" + unit
    }
}
