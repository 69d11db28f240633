// SPDX-License-Identifier: GPL-3.0-or-later
// The library sherpa-onnx, opened when it is first needed.

public import JarvisCore
import CSherpaOnnx
import JarvisPlatform

/// The functions of the opened library. They may be called from any thread.
public final class SherpaOnnxLibrary: Sendable {
    /// The version whose structures this program knows; no other is taken.
    public static let neededVersion = SHERPA_VERSION
    /// The file's name, in the folder of the library and its runtime.
    public static let fileName = "libsherpa-onnx-c-api.so"
    private static let runtimeName = "libonnxruntime.so"

    let functions: sherpa_functions

    /// For tests, in place of the library's functions.
    init(functions: sherpa_functions) {
        self.functions = functions
    }

    deinit {
        var functions = functions
        sherpa_close(&functions)
    }

    /// Calls a function that keeps exceptions in.
    /// - Parameter call: Its argument takes what was thrown.
    static func calling<Pointer>(
        _ call: (UnsafeMutableBufferPointer<CChar>) -> Pointer?
    ) -> (Pointer?, reason: String) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
            buffer.initialize(repeating: 0)
            let result = call(buffer)
            return (result, buffer.baseAddress.map { String(cString: $0) } ?? "")
        }
    }

    /// True when there is such a library; whether it can be used is another question.
    public static func isInstalled(in folder: String) -> Bool { Environment.exists(folder + "/" + fileName) }

    /// Gives back what a destroyed model has left: freed memory; the library with its runtime where no model and no thread
    /// that had one is left; else pages of their code, some 16 MiB, which come back when they are needed. Takes milliseconds.
    /// - Returns: How many bytes of code may have been given back of libraries that are still there.
    @discardableResult
    public static func releaseMemory() -> Int {
        let released = sherpa_release_pages()
        ProcessMemory.trim()
        return released
    }

    /// Opens the library; it stays open as long as this object lives.
    /// - Parameter folder: The folder with the library and libonnxruntime.so.
    public init(folder: String) throws(SpeechModelFailure) {
        let path = folder + "/" + Self.fileName
        guard Self.isInstalled(in: folder) else { throw .libraryMissing(path: path) }
        for path in [path, folder + "/" + Self.runtimeName] {
            guard let file = MappedFile(path: path), LibraryFile.isCutShort(file.bytes) else { continue }
            throw .libraryUnusable(path: path, reason: "the file is cut short")
        }
        var functions = sherpa_functions()
        let (status, detail) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            let status = sherpa_load(path, &functions, buffer.baseAddress, buffer.count)
            return (status, buffer.baseAddress.map { String(cString: $0) } ?? "")
        }
        switch status {
        case sherpa_loaded: self.functions = functions
        case sherpa_other_version: throw .libraryVersion(found: detail, needed: Self.neededVersion)
        case sherpa_symbol_missing: throw .libraryUnusable(path: path, reason: "it has no \(detail)")
        default: throw .libraryUnusable(path: path, reason: detail)
        }
    }
}
