// SPDX-License-Identifier: GPL-3.0-or-later
// Each pane of the desktop is a folder that could be its own target: only the registry, which creates the panes, uses
// types from inside it.

enum PaneFolders {
    private static let root = "Sources/JarvisDesktop/"
    private static let registry = root + "Panes/PaneRegistry.swift"

    static func findings(in files: [SourceFile]) -> [Finding] {
        let desktop = files.filter { $0.path.hasPrefix(root) && $0.hasExtension("swift") }
            .map { SourceFile(path: $0.path, text: SwiftText.code($0.text)) }
        var owners: [Substring: String] = [:]
        for file in desktop {
            guard let folder = pane(file) else { continue }
            for match in file.text.matches(of: /(?m)^(?:public |final )*(?:class|struct|enum|protocol|actor) (\w+)/) {
                owners[match.output.1] = folder
            }
        }
        return desktop.filter { $0.path != registry }.flatMap { file in
            file.lines.enumerated().flatMap { index, line in
                line.matches(of: /\b[A-Z]\w+/).compactMap { match in
                    guard let owner = owners[match.output], owner != pane(file) else { return nil }
                    return Finding(path: file.path, line: index + 1, message: "\(match.output) belongs to \(owner)")
                }
            }
        }
    }

    /// The folder of the pane that a file belongs to.
    private static func pane(_ file: SourceFile) -> String? {
        let parts = file.path.dropFirst(root.count).split(separator: "/")
        return parts.count > 2 && ["Panes", "Organizer"].contains(parts[0])
            ? parts.prefix(2).joined(separator: "/") : nil
    }
}
