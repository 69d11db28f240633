// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the shader files. They contain no version line; one for the context's dialect of GLSL is prepended.

public import JarvisPlatform

/// The text of the five files in `shaders/`.
public struct ShaderSource: Hashable, Sendable {
    /// The text of each file, by its name.
    public var files: [String: String]

    static let common = "view.glsl"
    static let names = ["particles.vert", "particles.frag", "arcs.vert", "arcs.frag", common]

    /// The paths of the files relative to a resource root.
    public static var paths: [String] { names.map { "shaders/" + $0 } }

    public init(files: [String: String]) {
        self.files = files
    }

    /// The folder of the shader files; nil if there is none.
    public static func folder(_ locator: ResourceLocator) -> String? { locator.path("shaders") }

    /// Reads the files from the resource roots.
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

    /// The parts of a shader's source, in the order in which the compiler receives them.
    func parts(_ name: String, isEmbedded: Bool) throws(GLRendererError) -> [String] {
        guard let common = files[Self.common] else { throw .missingFile("shaders/" + Self.common) }
        guard let text = files[name] else { throw .missingFile("shaders/" + name) }
        let version =
            isEmbedded ? "#version 300 es\nprecision highp float;\nprecision highp int;\n" : "#version 330 core\n"
        // The "#line" directives number the parts, and compiler logs refer to these numbers.
        return [version, "#line 1 0\n", common, "#line 1 1\n", text]
    }

    private static func read(_ path: String) -> String? {
        guard let bytes = try? WholeFile.bytes(path) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
