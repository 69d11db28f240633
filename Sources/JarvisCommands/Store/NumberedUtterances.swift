// SPDX-License-Identifier: GPL-3.0-or-later
// Saves utterances as numbered files, for bug reports and end-to-end tests.

import JarvisCore
public import JarvisStore
import JarvisPlatform
import JarvisSignal
import Synchronization

/// Writes `utterance-<n>.wav` into a folder; an utterance that is saved again keeps its number.
public final class NumberedUtterances: UtteranceKeeper {
    private let folder: String
    /// The utterances so far; the position determines the number.
    private let known = Mutex<[UtteranceID]>([])
    private let writer = WorkerThread(name: "utterances")

    public var isKeeping: Bool { true }

    public init(folder: String) {
        self.folder = folder
    }

    public func keep(_ recording: UtteranceRecording) {
        let number = known.withLock { known in
            if let place = known.lastIndex(of: recording.id) { return place + 1 }
            known.append(recording.id)
            return known.count
        }
        writer.async { [folder] in
            let bytes = WAVFile.encode(recording.samples, sampleRateHertz: AudioFrame.sampleRateHertz)
            do {
                try AtomicFile.write("\(folder)/utterance-\(number).wav", bytes)
            } catch {
                Console.note("jarvis: an utterance couldn't be saved: \(error)")
            }
        }
    }
}
