// SPDX-License-Identifier: GPL-3.0-or-later
// Where the sound of a WAV file begins and ends, for readers that take it piece by piece. Pure.

/// The format and place of a WAV file's sound, found in the first bytes of the file.
package struct WAVLayout: Sendable {
    /// How much of a file's beginning to pass; pictures and texts may precede the sound.
    package static let headBytes = 1 << 20

    private let format: WAVFormat
    /// The offset of the first sample in bytes.
    package let soundOffset: Int
    /// The number of bytes of sound that the header announces; nil from programs that write to a pipe and can't know.
    package let announcedBytes: Int?

    /// - Parameter head: The beginning of the file, up to `headBytes`.
    /// - Throws: `WAVError`.
    package init(head: [UInt8]) throws(WAVError) {
        var reader = ByteReader(head)
        guard reader.tag() == "RIFF", reader.uint32() != nil, reader.tag() == "WAVE" else { throw .notWAV }
        var format: WAVFormat?
        while let tag = reader.tag(), let size = reader.uint32() {
            if tag == "fmt " {
                format = try WAVFormat(reader.chunk(size))
                reader.pad(size)
            } else if tag == "data" {
                guard let format else { throw .missingChunk("fmt ") }
                self.format = format
                soundOffset = head.count - reader.remaining
                announcedBytes = ByteReader.isKnown(size) ? Int(size) : nil
                return
            } else {
                reader.skip(size)
            }
        }
        throw .missingChunk(format == nil ? "fmt " : "data")
    }

    package var sampleRateHertz: Int { format.sampleRateHertz }
    package var channelCount: Int { format.channels }
    /// The bytes of one sample of every channel.
    package var bytesPerFrame: Int { format.bytesPerFrame }

    /// The samples of each channel in −1…1, for as many channels as `SoundIntake` can use; drops an incomplete last
    /// frame.
    package func channels(of bytes: ArraySlice<UInt8>) -> [[Float]] {
        format.decodeChannels(bytes, limit: ChannelMixer.mostChannels).map(\.samples)
    }
}
