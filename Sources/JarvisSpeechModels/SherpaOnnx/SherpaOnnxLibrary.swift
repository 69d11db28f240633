// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the sherpa-onnx library on first use.

public import JarvisCore
import CSherpaOnnx
import JarvisPlatform

/// The functions of the opened library, which any thread may call.
public final class SherpaOnnxLibrary: Sendable {
    /// The version whose structures this program knows; other versions are rejected.
    public static let neededVersion = SHERPA_VERSION
    /// The library's file name; the runtime is in the same folder.
    public static let fileName = "libsherpa-onnx-c-api.so"
    private static let runtimeName = "libonnxruntime.so"

    let functions: sherpa_functions

    /// Uses these functions in place of the library's, for tests.
    init(functions: sherpa_functions) {
        self.functions = functions
    }

    deinit {
        var functions = functions
        sherpa_close(&functions)
    }

    /// Calls a C function that catches C++ exceptions.
    /// - Parameter call: Calls the function; its argument receives the text of an exception.
    static func calling<Pointer>(
        _ call: (UnsafeMutableBufferPointer<CChar>) -> Pointer?
    ) -> (Pointer?, reason: String) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
            buffer.initialize(repeating: 0)
            let result = call(buffer)
            return (result, buffer.baseAddress.map { String(cString: $0) } ?? "")
        }
    }

    /// True if the library exists, whether or not it is usable.
    public static func isInstalled(in folder: String) -> Bool { Environment.exists(folder + "/" + fileName) }

    /// Frees the memory that a destroyed model has left behind. Unloads the library and its runtime if neither a model
    /// nor a thread that had one remains; otherwise frees their code pages, some 16 MiB, which are reloaded on demand.
    /// Takes milliseconds.
    /// - Returns: The number of bytes of code that may have been freed in libraries that stay loaded.
    @discardableResult
    public static func releaseMemory() -> Int {
        let released = sherpa_release_pages()
        ProcessMemory.trim()
        return released
    }

    /// Checks the runtime's file, for networks that are computed without this library.
    static func checkRuntime(in folder: String) throws(SpeechModelFailure) {
        let path = folder + "/" + runtimeName
        guard Environment.exists(path) else { throw .libraryMissing(path: path) }
        if let file = MappedFile(path: path), LibraryFile.isCutShort(file.bytes) {
            throw .libraryUnusable(path: path, reason: "the file is cut short")
        }
    }

    /// Opens the library, which stays open as long as this object lives.
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
