// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis report for bug reports, without personal details.

import JarvisCore
import Testing

@testable import JarvisSettingsUI

struct DiagnosisReportTests {
    private let found = [
        PartFinding(part: "store", works: true, detail: "/srv/ada/.local/share/jarvis"),
        PartFinding(part: "microphone", works: false, detail: "Ada's headset is not connected", fix: "Plug it in."),
    ]

    @Test func theReportListsWorkingAndFailingParts() {
        let report = DiagnosisReport.text(found, version: "0.1.0", settings: Settings(), home: "")
        #expect(report.hasPrefix("JARVIS 0.1.0\nok   store: "))
        #expect(report.contains("FAIL microphone: Ada's headset is not connected"))
        #expect(report.hasSuffix("changed settings: none\n"))
    }

    @Test func personalDetailsAreLeftOut() {
        var settings = Settings()
        settings.userName = "Ada"
        settings.speech.vocabulary = "headset, Grace"
        settings.online.place = "Oslo"
        let report = DiagnosisReport.text(found, version: "0.1.0", settings: settings, home: "/srv/ada")
        #expect(report.contains("store: ~/.local/share/jarvis"))
        #expect(report.contains("changed settings: user.name, recognition.vocabulary, online.place"))
        for word in ["Ada", "headset", "/srv/ada", "Oslo"] { #expect(!report.contains(word), "\(report)") }
    }
}
