// SPDX-License-Identifier: GPL-3.0-or-later
// Reads recordings named on the command line.

import JarvisCommands
import JarvisCore
import JarvisSignal

enum SpeechFile {
    /// Reads a WAV file as 16 kHz mono, the microphone's format.
    static func samples(of path: String) throws -> [Int16] {
        let bytes = try FileBytes.read(path)
        do {
            return try WAVFile.decodeSpeech(bytes)
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }
}
