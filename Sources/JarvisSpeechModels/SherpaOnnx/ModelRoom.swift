// SPDX-License-Identifier: GPL-3.0-or-later
// Whether there is room in memory for a model, before anything of it is loaded: where there is not, the libraries fail at
// places of their own, and at some of them they end the process.

import Glibc
public import JarvisCore
import JarvisPlatform

enum ModelRoom {
    /// The library with its runtime, the model's thread and what is computed with, in bytes; measured with Moonshine Tiny,
    /// which works from some 180 MiB on.
    private static let overhead = 96 << 20
    /// Files are read whole before the runtime copies numbers out of them.
    private static let copies = 2

    /// - Parameter bytes: Of the model's files.
    /// - Throws: `modelNotLoaded` where the system would not give the process so much.
    static func check(_ bytes: Int, for folder: String) throws(SpeechModelFailure) {
        let (whole, isTooLarge) = bytes.multipliedReportingOverflow(by: copies)
        guard !isTooLarge, whole >= 0, isThere(whole + overhead) else {
            throw .modelNotLoaded(folder: folder, reason: StoreFailure.systemText(of: ENOMEM))
        }
    }

    /// True when the process may have this much more, in bytes; they are not touched, and given back at once.
    static func isThere(_ bytes: Int) -> Bool {
        let place = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let place, place != MAP_FAILED else { return false }
        munmap(place, bytes)
        return true
    }
}

extension RecognizerModel {
    /// Looks whether it may be loaded as far as memory goes; says nothing of a model that is not there.
    public func checkRoom() throws(SpeechModelFailure) {
        guard let files = try? files() else { return }
        let sizes = FolderTree.files(in: folder, depth: 1)
        try ModelRoom.check(files.paths.values.reduce(0) { $0 &+ (sizes[$1] ?? 0) }, for: folder)
    }
}

extension VoiceModel {
    /// Looks whether it may be loaded as far as memory goes.
    public func checkRoom() throws(SpeechModelFailure) { try ModelRoom.check(byteCount, for: folder) }
}
