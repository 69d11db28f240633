// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles pairs of shaders and links them in the current context.

import CEpoxy

/// Builds shader programs; the caller has to delete them.
enum GLProgram {
    static func make(_ name: String, _ source: ShaderSource, isEmbedded: Bool) throws(GLRendererError) -> UInt32 {
        let vertex = try shader(name + ".vert", source, isEmbedded: isEmbedded)
        defer { cepoxy_delete_shader(vertex) }
        let fragment = try shader(name + ".frag", source, isEmbedded: isEmbedded)
        defer { cepoxy_delete_shader(fragment) }
        var program: UInt32 = 0
        let log = withLog { program = cepoxy_link(vertex, fragment, $0, $1) }
        guard program != 0 else { throw .program(name: name, log: log) }
        return program
    }

    private static func shader(
        _ file: String, _ source: ShaderSource, isEmbedded: Bool
    ) throws(GLRendererError) -> UInt32 {
        let parts = try source.parts(file, isEmbedded: isEmbedded)
        var shader: UInt32 = 0
        let log = withCStrings(parts) { pointers in
            withLog { shader = cepoxy_compile(file.hasSuffix(".frag") ? 1 : 0, pointers, Int32(parts.count), $0, $1) }
        }
        guard shader != 0 else {
            throw .shader(file: file, log: ShaderLog.naming([ShaderSource.common, file], in: log))
        }
        return shader
    }

    private static func withLog(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress else { return "" }
            body(start, Int32(buffer.count))
            return String(cString: start)
        }
    }

    private static func withCStrings<R>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
        func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> R {
            guard index < texts.count else { return body(pointers) }
            return texts[index].withCString { next(index + 1, pointers + [$0]) }
        }
        return next(0, [])
    }
}

/// Makes compiler logs readable: they identify the parts of a shader only by number.
enum ShaderLog {
    /// Replaces a part's number at the start of a log line by "file:line". Mesa writes "1:27(5): …", Nvidia "1(27) :
    /// …", others "ERROR: 1:27: …".
    static func naming(_ files: [String], in log: String) -> String {
        log.split(separator: "\n", omittingEmptySubsequences: true)
            .map { line in
                let start = line.firstIndex(where: \.isNumber) ?? line.endIndex
                let prefix = line[..<start]
                guard prefix.isEmpty || prefix == "ERROR: " || prefix == "WARNING: " else { return String(line) }
                let part = line[start...].prefix(while: \.isNumber)
                let rest = line[part.endIndex...]
                let number = rest.dropFirst().prefix(while: \.isNumber)
                guard let index = Int(part), files.indices.contains(index), !number.isEmpty,
                    rest.first == ":" || rest.first == "("
                else { return String(line) }
                let tail = line[number.endIndex...]
                return prefix + files[index] + ":" + number + (rest.first == "(" ? tail.dropFirst() : tail)
            }
            .joined(separator: "\n")
    }
}
