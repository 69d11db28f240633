// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheets follow the type scale, in points so that text scaling applies.

import JarvisTesting
import Testing

@testable import JarvisDesktopKit

struct TypeScaleTests {
    private func sheet(_ name: String) -> String { ChildProcess.contents(of: "\(WindowHost.root)/data/\(name)") }

    @Test func everyTextSizeHasAStyleClass() throws {
        let sheet = sheet("style.css")
        let expected = [
            ("hero", 72.0, 200), ("large-title", 34, 700), ("title-1", 28, 600), ("title-2", 22, 500),
            ("title-3", 20, 400), ("body", 17, 400), ("callout", 16, 400), ("subhead", 15, 600), ("footnote", 13, 400),
            ("caption", 12, 400), ("mono", 14, 500),
        ]
        #expect(DesignTokens.TypeScale.sizes.map(\.name) == expected.map { $0.0 })
        for (name, pixels, weight) in expected {
            #expect(DesignTokens.TypeScale.sizes.contains { $0.name == name && $0.pixels == pixels })
            let points = pixels * 0.75
            let number = points == points.rounded() ? "\(Int(points))" : "\(points)"
            let rule = "window.jarvis .\(name) { font-size: \(number)pt; font-weight: \(weight);"
            #expect(sheet.contains(rule), "\(rule)")
        }
    }

    @Test(arguments: [
        "style.css", "style-panes.css", "style-settings.css", "style-history.css", "style-connections.css",
        "style-calls.css", "style-setup.css",
    ])
    func fontSizesComeFromTheTypeScale(name: String) {
        let sizes = Set(DesignTokens.TypeScale.sizes.map { $0.pixels * 0.75 })
        for line in sheet(name).split(separator: "\n") where line.contains("font-size:") {
            let value = line.split(separator: "font-size:")[1].prefix { $0 != ";" && $0 != "}" }
            let text = value.trimmingPrefix { $0 == " " }
            #expect(text.hasSuffix("pt"), "\(line)")
            let points = Double(text.dropLast(2)) ?? 0
            #expect(sizes.contains(points), "\(line) is not of the type scale")
        }
    }
}
