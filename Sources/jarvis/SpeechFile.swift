// SPDX-License-Identifier: GPL-3.0-or-later
// Reads recordings named on the command line.

import JarvisCommands

enum SpeechFile {
    /// Reads a sound file as 16 kHz mono, the microphone's format.
    static func samples(of path: String) throws -> [Int16] { try SoundFile(path).speech() }
}
