// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisCommands
import Testing

struct SoundKindTests {
    @Test(arguments: [
        ("RIFF\u{1}\0\0\0WAVEfmt ", SoundKind.wav), ("RF64\0\0\0\0", .wav), ("fLaC", .flac), ("OggS", .ogg),
        ("ID3\u{4}\0", .mp3), ("FORM\0\0\0\0AIFC", .aiff), (".snd", .au), ("caff", .caf),
        ("\0\0\0\u{18}ftypM4A ", .mp4), ("#!AMR\n", .amr), ("wvpk", .wavPack),
    ])
    func kindsAreKnownByTheirFirstLetters(head: String, kind: SoundKind) {
        #expect(SoundKind(Array(head.utf8)[...]) == kind)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x64], SoundKind.mp3), ([0xFF, 0xF3, 0x40, 0xC0], .mp3),
            ([0xFF, 0xF1, 0x50, 0x80], .aac),
            ([0x1A, 0x45, 0xDF, 0xA3], .matroska), ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .windowsMedia),
        ] as [([UInt8], SoundKind)])
    func kindsAreKnownByTheirFirstBytes(head: [UInt8], kind: SoundKind) {
        #expect(SoundKind(head[...]) == kind)
    }

    @Test func otherFilesAreNoSound() {
        let texts = ["", "#EXTM3U\nhttps://example.org/a.ts", "<html>", "no sound", "RIFF\u{1}\0\0\0AVI LIST"]
        for text in texts { #expect(SoundKind(Array(text.utf8)[...]) == nil, "\(text)") }
        let heads: [[UInt8]] = [[0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xE0, 0, 0]]
        for head in heads { #expect(SoundKind(head[...]) == nil, "\(head)") }
    }
}
