// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that memory suffices for a model before loading it: otherwise the libraries fail in various places, some of
// which end the process.

import Glibc
public import JarvisCore
import JarvisPlatform

enum ModelRoom {
    /// Bytes of memory for the library with its runtime, for the model's thread and for computation. Measured with
    /// Moonshine Tiny, which needs some 180 MiB in total.
    private static let overhead = 96 << 20
    /// The number of copies of the files in memory: the runtime copies the weights out of the files, which are read
    /// whole.
    private static let copies = 2

    /// - Parameter bytes: The total size of the model's files.
    /// - Throws: `modelNotLoaded` if the system would not give the process this much memory.
    static func check(_ bytes: Int, for folder: String) throws(SpeechModelFailure) {
        let (whole, isTooLarge) = bytes.multipliedReportingOverflow(by: copies)
        guard !isTooLarge, whole >= 0, isThere(whole + overhead) else {
            throw .modelNotLoaded(folder: folder, reason: StoreFailure.systemText(of: ENOMEM))
        }
    }

    /// True if the process can allocate this many more bytes, which are freed at once without being touched.
    static func isThere(_ bytes: Int) -> Bool {
        let place = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let place, place != MAP_FAILED else { return false }
        munmap(place, bytes)
        return true
    }
}

extension RecognizerModel {
    /// Checks that memory suffices to load the model; ignores a missing model.
    public func checkRoom() throws(SpeechModelFailure) {
        guard let files = try? files() else { return }
        let sizes = FolderTree.files(in: folder, depth: 1)
        try ModelRoom.check(files.paths.values.reduce(0) { $0 &+ (sizes[$1] ?? 0) }, for: folder)
    }
}

extension VoiceModel {
    /// Checks that memory suffices to load the model.
    public func checkRoom() throws(SpeechModelFailure) { try ModelRoom.check(byteCount, for: folder) }
}
