// SPDX-License-Identifier: GPL-3.0-or-later
// Who may import whom: the table of floors in ARCHITECTURE.md, as a rule over texts.

/// The targets that a target may depend on and the modules of the toolchain that it may import besides.
struct Floor: Sendable {
    var targets: Set<String>
    var modules: Set<String>

    init(_ targets: Set<String> = [], modules: Set<String>) {
        self.targets = targets
        self.modules = modules
    }
}

enum Layering {
    private static let system: Set<String> = ["Glibc", "Synchronization", "FoundationEssentials", "Dispatch"]
    private static let domain: Set<String> = ["JarvisCore", "JarvisSignal", "JarvisPlatform"]

    /// Targets of ours that are programs: they may import everything.
    static let programs: Set<String> = ["jarvis", "jarvis-uicheck", "jarvis-speechcheck", "jarvis-storecheck"]

    /// Every library of ours.
    static let floors: [String: Floor] = [
        "JarvisCore": Floor(modules: ["FoundationEssentials"]),
        // Glibc for the mathematical functions only; BannedAPI keeps files and clocks out.
        "JarvisSignal": Floor(modules: ["Glibc", "Synchronization"]),
        "JarvisPlatform": Floor(["CSoup", "CSecret", "JarvisCore"], modules: system),
        "JarvisAudio": Floor(domain.union(["CPulse", "CSpeexDSP"]), modules: system),
        "JarvisSpeech": Floor(domain.union(["CESpeakNG", "CPocketSphinx"]), modules: system),
        "JarvisAgent": Floor(["JarvisCore", "JarvisPlatform"], modules: system),
        "JarvisStore": Floor(domain, modules: system),
        "JarvisVisuals": Floor(["JarvisCore", "JarvisPlatform", "CEpoxy", "CRasterizer"], modules: system),
        "JarvisAssistant": Floor(["JarvisCore", "JarvisSignal"], modules: system),
        "GtkKit": Floor(["CGtk"], modules: system),
        "JarvisDesktop": Floor(
            ["CGtk", "GtkKit", "JarvisVisuals", "JarvisCore", "JarvisAssistant", "JarvisPlatform"], modules: system),
    ]

    /// The modules that a Swift source imports, with their lines.
    static func imports(in source: String) -> [(module: String, line: Int)] {
        SwiftText.code(source).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
                guard let keyword = words.firstIndex(of: "import"), keyword <= 1, keyword + 1 < words.count else {
                    return nil
                }
                // `import struct Module.Type` names the module third.
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "typealias", "let", "var"]
                let name = kinds.contains(words[keyword + 1]) ? words.last : words[keyword + 1]
                let module = name?.split(separator: ".").first
                return module.map { (String($0), index + 1) }
            }
    }

    /// Imports of a file that its target's floor or its declared dependencies do not allow.
    static func findings(in file: SourceFile, manifest: Manifest) -> [Finding] {
        guard let target = file.target else { return [] }
        let declared = manifest.dependencies[target] ?? []
        return imports(in: file.text).compactMap { module, line in
            let isOurs = manifest.dependencies[module] != nil
            if isOurs, module != target, !declared.contains(module) {
                return Finding(
                    path: file.path, line: line, message: "imports \(module), which Package.swift does not declare")
            }
            guard file.path.hasPrefix("Sources/"), let allowed = allowedImports(of: target), !allowed.contains(module)
            else { return nil }
            return Finding(path: file.path, line: line, message: "\(target) must not import \(module)")
        }
    }

    /// Dependencies in Package.swift that the table does not know, and libraries that have no row in it.
    static func findings(in manifest: Manifest) -> [Finding] {
        manifest.libraries.sorted().flatMap { target -> [Finding] in
            guard let floor = floors[target] else {
                return [Finding(path: Manifest.path, line: 0, message: "\(target) stands on no floor of the table")]
            }
            return (manifest.dependencies[target] ?? []).subtracting(floor.targets).sorted().map {
                Finding(path: Manifest.path, line: 0, message: "\(target) must not depend on \($0)")
            }
        }
    }

    /// nil: anything.
    private static func allowedImports(of target: String) -> Set<String>? {
        floors[target].map { $0.targets.union($0.modules) }
    }
}
