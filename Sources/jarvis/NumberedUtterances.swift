// SPDX-License-Identifier: GPL-3.0-or-later
// Utterances as numbered files, for bug reports and end-to-end tests.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import Synchronization

/// Writes `utterance-<n>.wav` into a folder; an utterance that comes again keeps its number.
final class NumberedUtterances: UtteranceKeeper {
    private let folder: String
    private let count = Mutex(0)
    private let writer = WorkerThread(name: "utterances")

    var isKeeping: Bool { true }

    init(folder: String) {
        self.folder = folder
    }

    func keep(_ recording: UtteranceRecording) {
        let number = count.withLock { count in
            if !recording.replacesEarlier || count == 0 { count += 1 }
            return count
        }
        writer.async { [folder] in
            let bytes = WAVFile.encode(recording.samples, sampleRateHertz: AudioFrame.sampleRateHertz)
            do {
                try FileBytes.write("\(folder)/utterance-\(number).wav", bytes)
            } catch {
                Console.note("jarvis: an utterance could not be kept: \(error)")
            }
        }
    }
}
