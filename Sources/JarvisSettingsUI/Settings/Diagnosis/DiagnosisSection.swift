// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every part of the program as `jarvis doctor` does, and shows which parts work and how to fix the others.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class DiagnosisSection {
    let section: SettingsSection

    private let check = DiagnosisRow(.diagnose, button: localized("Check now"))
    private let copy = DiagnosisRow(.copyReport, button: localized("Copy"))
    private let findings = Box(.column)
    private let services: SettingsServices
    private let model: SettingsModel
    private var found: [PartFinding] = []
    private var asking: Task<Void, Never>?

    init(_ services: SettingsServices, _ model: SettingsModel) {
        self.services = services
        self.model = model
        section = SettingsSection(localized("Diagnosis"), [check, copy], below: findings)
        check.row.status = SettingsAction.diagnose.text.shownHelp
        copy.row.status = SettingsAction.copyReport.text.shownHelp
        copy.row.isUsable = false
        check.row.onClick { [weak self] in self?.begin() }
        copy.row.onClick { [weak self] in self?.copyReport() }
    }

    /// Ends a check in progress. Call when the settings close.
    func finish() { asking?.cancel() }

    private func begin() {
        guard asking == nil else { return }
        check.row.status = localized("Checking…")
        asking = Task { [weak self, diagnose = services.diagnosis] in
            do {
                let found = try await diagnose()
                guard let self, !Task.isCancelled else { return }
                show(found)
            } catch {
                guard let self, !Task.isCancelled else { return }
                check.row.status = localized("Couldn't run the check")
                model.report(error)
            }
            self?.asking = nil
        }
    }

    private func show(_ found: [PartFinding]) {
        self.found = found
        let broken = found.count { !$0.works }
        check.row.status =
            broken == 0
            ? localized("Everything works")
            : localized("%1 part doesn't work", "%1 parts don't work", count: broken)
        copy.row.isUsable = !found.isEmpty
        findings.removeAll()
        // Failures first, because they need attention.
        for finding in found.filter({ !$0.works }) + found.filter(\.works) { findings.append(Self.row(finding)) }
    }

    private static func row(_ finding: PartFinding) -> Widget {
        let mark = Image(
            icon: finding.works ? "jarvis-check-symbolic" : "jarvis-warning-symbolic", pixels: DesignTokens.Panes.icon)
        mark.setRole(.none)
        mark.addClass(finding.works ? "part-works" : "part-fails")
        mark.align(vertical: .start)
        let texts = Box(.column, spacing: 2)
        let lines = [
            (finding.part, "setting-title"), (finding.detail, "setting-detail"), (finding.fix ?? "", "part-fix"),
        ]
        for (text, style) in lines where !text.isEmpty {
            let label = Label(text, classes: [style])
            label.setTextAlignment(0)
            label.wraps()
            texts.append(label)
        }
        texts.expand(horizontal: true)
        let row = Box(.row, spacing: DesignTokens.Panes.headingSpacing, [mark, texts])
        row.addClass("setting-row")
        row.setRole(.group)
        row.setAccessibleLabel(
            finding.works
                ? localized("%1 works", finding.part) : localized("%1 doesn't work: %2", finding.part, finding.detail))
        return row
    }

    /// Copies a report of the findings, without the home folder or any setting's value.
    private func copyReport() {
        let report = DiagnosisReport.text(
            found, version: services.version, settings: model.current, home: services.homeFolder)
        findings.copyToClipboard(report)
        copy.row.status = localized("Copied")
    }
}

/// A row with a status and a button.
@MainActor
final class DiagnosisRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { row.control }
    let row: ActionRow

    init(_ action: SettingsAction, button: String) {
        name = action.rawValue
        row = ActionRow(action.text.shownTitle)
        root = row.root
        row.nameButton(button)
    }

    func show(_ settings: Settings) {}
}
