// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the findings into a text for a bug report. Pure.

import JarvisCore

enum DiagnosisReport {
    /// - Parameters:
    ///   - settings: the report lists the keys of changed settings, but not the values, which may name people and
    ///     servers.
    ///   - home: the user's home folder, which the report leaves out of paths.
    static func text(_ found: [PartFinding], version: String, settings: Settings, home: String) -> String {
        let lines = found.map { "\($0.works ? "ok  " : "FAIL") \($0.part): \($0.detail)" }
        let changed = SettingDescriptor.all.filter { $0.isChanged(in: settings) }.map(\.key).joined(separator: ", ")
        let report = (["JARVIS \(version)"] + lines + ["changed settings: \(changed.isEmpty ? "none" : changed)"])
            .joined(separator: "\n")
        var text = home.isEmpty ? report : report.replacing(home, with: "~")
        let own =
            [settings.userName] + SettingDescriptor.Domain.entries(of: settings.speech.vocabulary).map(String.init)
        for name in own.map(\.trimmed) where !name.isEmpty { text = text.replacing(name, with: "…") }
        return text + "\n"
    }
}
