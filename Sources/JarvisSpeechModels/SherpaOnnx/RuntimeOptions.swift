// SPDX-License-Identifier: GPL-3.0-or-later
// How the ONNX Runtime is to run the models of this program.

import Glibc
import JarvisCore
import JarvisPlatform

/// What sessions are made with, for as long as this object lives.
struct RuntimeOptions: ~Copyable {
    /// Threads for a recognizer, which works while somebody speaks: a second one would spin more than it computes.
    static let threadCount: Int32 = 1
    /// Threads for a voice, which is waited for: two give the first sound a third earlier. Half of the processors,
    /// but two where there are as many, and four at most.
    static var voiceThreadCount: Int32 {
        let processors = Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return min(4, max(min(2, processors), processors / 2, 1))
    }
    /// The runtime's own pools of memory would never be given back, and save little time with so small models.
    private static let text = "EnableCpuMemArena=0\nEnableMemPattern=0\n"

    private let file: MemoryFile

    /// - Parameter folder: The model that the options are for.
    /// - Throws: `modelNotLoaded` when the system has no room for them.
    init(for folder: String) throws(SpeechModelFailure) {
        do {
            file = try MemoryFile(Self.text, name: "onnxruntime-options")
        } catch .inputOutput(_, let code) {
            throw .modelNotLoaded(folder: folder, reason: StoreFailure.systemText(of: code))
        } catch {
            throw .modelNotLoaded(folder: folder, reason: "\(error)")
        }
    }

    /// The name of the processor as the library's `provider`.
    var provider: String { "cpu:" + file.path }
}
