// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the options with which ONNX Runtime runs models.

import Glibc
import JarvisCore
import JarvisPlatform

/// Session options in a memory file, which exists as long as this value.
struct RuntimeOptions: ~Copyable {
    /// The threads of a recognizer, which works during speech: a second one would spend more time spinning than
    /// computing.
    static let threadCount: Int32 = 1
    /// The threads of a voice, which someone is waiting for: a second one brings the first sound a third earlier. Half
    /// of the processors, but two if there are that many, and at most four.
    static var voiceThreadCount: Int32 {
        let processors = Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return min(4, max(min(2, processors), processors / 2, 1))
    }
    /// Disables the runtime's memory pools, which would never be released, and save little time with such small models.
    private static let text = "EnableCpuMemArena=0\nEnableMemPattern=0\n"

    private let file: MemoryFile

    /// - Parameter folder: The folder of the model that the options are for.
    /// - Throws: `modelNotLoaded` if the memory file can't be created.
    init(for folder: String) throws(SpeechModelFailure) {
        do {
            file = try MemoryFile(Self.text, name: "onnxruntime-options")
        } catch .inputOutput(_, let code) {
            throw .modelNotLoaded(folder: folder, reason: StoreFailure.systemText(of: code))
        } catch {
            throw .modelNotLoaded(folder: folder, reason: "\(error)")
        }
    }

    /// The processor as the library's `provider`, with the path of these options.
    var provider: String { "cpu:" + file.path }
}
