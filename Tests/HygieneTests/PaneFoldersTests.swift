// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct PaneFoldersTests {
    private static func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(path: "Sources/JarvisDesktop/" + path, text: text)
    }

    private static let history = file("Panes/History/HistoryPane.swift", "final class HistoryPane {}\nlet a: Row\n")
    private static let row = file("Panes/History/Row.swift", "struct Row {}\n")

    @Test func nobodyKnowsThePartsOfAPane() throws {
        let findings = PaneFolders.findings(in: try Repository.files())
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aPartOfAPaneThatIsUsedElsewhereIsFound() {
        func paths(_ user: SourceFile) -> [String] {
            PaneFolders.findings(in: [Self.history, Self.row, user]).map(\.description)
        }
        #expect(paths(Self.file("Panes/PaneRegistry.swift", "HistoryPane()\n")).isEmpty)
        #expect(paths(Self.file("Window/A.swift", "// A Row\nlet text = \"Row\"\n")).isEmpty)
        for path in ["Window/A.swift", "Panes/Settings/A.swift", "Panes/A.swift"] {
            #expect(
                paths(Self.file(path, "\nlet row = Row()\n"))
                    == ["Sources/JarvisDesktop/\(path):2: Row belongs to Panes/History"])
        }
    }
}
