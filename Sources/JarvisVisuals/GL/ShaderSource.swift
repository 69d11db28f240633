// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the shader files. They hold no version line: one for the context's dialect is put before them.

public import JarvisPlatform

/// The five files of `shaders/`.
public struct ShaderSource: Hashable, Sendable {
    /// Text by file name.
    public var files: [String: String]

    static let common = "view.glsl"
    static let names = ["particles.vert", "particles.frag", "arcs.vert", "arcs.frag", common]

    /// The files below the resource roots.
    public static var paths: [String] { names.map { "shaders/" + $0 } }

    /// Uses these texts instead of files.
    public init(files: [String: String]) {
        self.files = files
    }

    /// The folder that the files are read from; nil when there is none.
    public static func folder(_ locator: ResourceLocator) -> String? { locator.path("shaders") }

    /// Reads the files below the resource roots.
    public init(locator: ResourceLocator) throws(GLRendererError) {
        var files: [String: String] = [:]
        for name in Self.names {
            guard let path = locator.path("shaders/" + name), let text = Self.read(path) else {
                throw .missingFile("shaders/" + name)
            }
            files[name] = text
        }
        self.init(files: files)
    }

    /// The parts of one shader, in the order the compiler wants them.
    func parts(_ name: String, isEmbedded: Bool) throws(GLRendererError) -> [String] {
        guard let common = files[Self.common] else { throw .missingFile("shaders/" + Self.common) }
        guard let text = files[name] else { throw .missingFile("shaders/" + name) }
        let version =
            isEmbedded ? "#version 300 es\nprecision highp float;\nprecision highp int;\n" : "#version 330 core\n"
        // The compiler's log names the parts by these numbers.
        return [version, "#line 1 0\n", common, "#line 1 1\n", text]
    }

    private static func read(_ path: String) -> String? {
        guard let bytes = try? WholeFile.bytes(path) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
