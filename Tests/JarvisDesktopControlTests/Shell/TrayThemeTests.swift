// SPDX-License-Identifier: GPL-3.0-or-later
// The icon theme folder, as read by a tray that searches no other.

import FoundationEssentials
import JarvisPlatform
import Testing

@testable import JarvisDesktopControl

struct TrayThemeTests {
    /// The theme's folders, as listed in its index.
    private func folders(of theme: String) throws -> [String] {
        let index = String(decoding: try Data(contentsOf: URL(filePath: theme + "/index.theme")), as: UTF8.self)
        let line = index.split(separator: "\n").first { $0.hasPrefix("Directories=") }
        let folders = try #require(line).dropFirst("Directories=".count).split(separator: ",").map(String.init)
        for folder in folders {
            #expect(index.contains("[\(folder)]"), "\(folder) has a size")
            #expect(FileManager.default.fileExists(atPath: "\(theme)/\(folder)"), "\(folder) is there")
        }
        return folders
    }

    @Test(arguments: TrayState.allCases)
    func everyTrayIconIsInAListedThemeFolder(state: TrayState) throws {
        let theme = try #require(ResourceLocator.standard().path("data/icons")) + "/hicolor"
        let folder = try folders(of: theme).first {
            FileManager.default.fileExists(atPath: "\(theme)/\($0)/\(state.icon).svg")
        }
        let icon = try String(
            decoding: Data(contentsOf: URL(filePath: "\(theme)/\(try #require(folder))/\(state.icon).svg")),
            as: UTF8.self)
        #expect(!icon.contains("#2e3436"), "trays that paint icons as they are have dark bars, too")
    }
}
