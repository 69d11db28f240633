// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct PaneFoldersTests {
    private static func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(path: "Sources/JarvisDesktop/" + path, text: text)
    }

    private static let history = file("Panes/History/HistoryPane.swift", "final class HistoryPane {}\nlet a: Row\n")
    private static let row = file("Panes/History/Row.swift", "struct Row {}\n")

    @Test func noFileUsesThePartsOfAnotherPane() throws {
        let findings = PaneFolders.findings(in: try Repository.files())
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func organizerPanesAreSeparateFoldersToo() {
        let row = Self.file("Organizer/Timers/Row.swift", "struct Row {}\n")
        let shared = Self.file("Organizer/Shared.swift", "struct Shared {}\n")
        func findings(_ path: String, _ text: String) -> Int {
            PaneFolders.findings(in: [row, shared, Self.file(path, text)]).count
        }
        #expect(findings("Organizer/Lists/A.swift", "let a = Row()\n") == 1)
        #expect(findings("Organizer/Timers/A.swift", "let a = Row()\n") == 0)
        #expect(findings("Organizer/Lists/A.swift", "let a = Shared()\n") == 0)
    }

    @Test func aPanePartUsedElsewhereIsFound() {
        func paths(_ user: SourceFile) -> [String] {
            PaneFolders.findings(in: [Self.history, Self.row, user]).map(\.description)
        }
        #expect(paths(Self.file("Panes/PaneRegistry.swift", "HistoryPane()\n")).isEmpty)
        #expect(paths(Self.file("Window/A.swift", "// A Row\nlet text = \"Row\"\n")).isEmpty)
        for path in ["Window/A.swift", "Panes/Settings/A.swift", "Panes/A.swift", "Organizer/Timers/A.swift"] {
            #expect(
                paths(Self.file(path, "\nlet row = Row()\n"))
                    == ["Sources/JarvisDesktop/\(path):2: Row belongs to Panes/History"])
        }
    }
}
