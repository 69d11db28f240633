// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisCommands
import JarvisPlatform
import JarvisTesting
import Testing

/// Real files of a tone of 440 Hz and 1.5 s, by encoders that aren't ours.
struct SoundFileTests {
    private let folder: TemporaryFolder
    /// Reading waits for a process, which must not take a thread from the tests.
    private let worker = WorkerThread(name: "sound files")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ script: String) async throws {
        let tone = "sox -D -n -r 44100 -b 16 tone.wav synth 1.5 sine 440 vol 0.5"
        let result = try await ChildProcess.run("sh", ["-ec", "cd \"$1\" && \(tone) && \(script)", "sh", folder.path])
        try #require(result.status == 0, "\(script): \(result)")
    }

    private func speech(_ name: String, mayBeCut: Bool = false) async throws -> [Int16] {
        let path = "\(folder.path)/\(name)"
        return try await worker.run { try SoundFile(path, mayBeCut: mayBeCut).speech() }
    }

    private func message(_ name: String, mayBeCut: Bool = false) async -> String {
        do {
            let count = try await speech(name, mayBeCut: mayBeCut).count
            return "\(count) samples"
        } catch {
            return (error as? CommandFailure)?.message ?? "\(error)"
        }
    }

    /// Checks that the sound is the tone: twice 440 changes of sign a second, and about as long.
    private func expectTone(_ samples: [Int16], seconds: Double = 1.5, _ name: String) {
        #expect(abs(Double(samples.count) / 16_000 - seconds) < 0.15, "\(name): \(samples.count)")
        let middle = samples.dropFirst(4_000).prefix(16_000)
        let changes = zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        #expect(abs(changes - 880) < 20, "\(name): \(changes)")
        #expect(middle.max() ?? 0 > 8_000, "\(name): too soft")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("ulaw.wav", "-e mu-law -r 8000"), ("alaw.wav", "-e a-law -r 8000"), ("ima.wav", "-e ima-adpcm"),
            ("ms.wav", "-e ms-adpcm"), ("gsm.wav", "-e gsm-full-rate -r 8000"), ("eight.wav", "-b 8"),
            ("deep.wav", "-b 24 -c 2"), ("float.wav", "-e floating-point -b 64 -r 96000"), ("sound.aiff", ""),
            ("sound.au", "-e mu-law -r 8000"), ("sound.flac", "-c 2"), ("sound.ogg", ""), ("sound.caf", ""),
            ("sound.w64", ""),
        ]) func kindsOfLibsndfileAreRead(name: String, options: String) async throws
    {
        try await make("sox -D tone.wav \(options) \(name)")
        expectTone(try await speech(name), name)
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("sound.mp3", "lamemp3enc"), ("sound.opus", "audioresample ! opusenc ! oggmux"),
            ("sound.m4a", "avenc_aac ! mp4mux"), ("sound.aac", "avenc_aac ! aacparse ! audio/mpeg,stream-format=adts"),
            ("sound.webm", "audioresample ! opusenc ! webmmux"),
            ("an odd \"name\" ! of=a.m4a", "avenc_aac ! mp4mux"),
        ]) func kindsOfPhonesAndBrowsersAreRead(name: String, encoder: String) async throws
    {
        try await make(
            """
            gst-launch-1.0 -q filesrc location=tone.wav ! wavparse ! audioconvert ! \(encoder) ! filesink location=made
            mv made '\(name)'
            """)
        expectTone(try await speech(name), name)
    }

    @Test(.timeLimit(.minutes(10))) func longFilesComeInPieces() async throws {
        try await make("sox -D -n -r 16000 -b 16 long.wav synth 120 sine 440 vol 0.5 && sox long.wav long.flac")
        for name in ["long.wav", "long.flac"] {
            let file = try SoundFile("\(folder.path)/\(name)")
            #expect(file.announcedSeconds == 120)
            var (count, longest) = (0, 0)
            while let piece = try file.next() {
                count += piece[0].count
                longest = max(longest, piece[0].count)
            }
            #expect(count == 120 * 16_000 && longest <= 32_768, "\(name): \(count), \(longest)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func piecesOfOtherRatesFitTogether() async throws {
        try await make("sox -D tone.wav -c 2 -r 48000 two.wav")
        expectTone(try await speech("two.wav"), "two.wav")
        let file = try SoundFile("\(folder.path)/two.wav")
        var (channels, intake, speech): ([[Float]], RecordingIntake, [Int16]) = ([], RecordingIntake(), [])
        while let piece = try file.next() {
            channels.extend(by: piece)
            speech += intake.take(piece)
        }
        speech += intake.finish()
        #expect(channels.count == 2 && channels[0].count == 24_000 && speech.count == 24_000, "\(speech.count)")
        expectTone(speech, "frame by frame")
    }

    @Test(.timeLimit(.minutes(10))) func faultyFilesGetASentenceWithARemedy() async throws {
        try await make(
            """
            : >empty.mp3; echo "no sound" >text.ogg; printf '#EXTM3U\\nhttp://127.0.0.1:9/a.ts\\n' >list.m4a
            sox -D tone.wav tone.flac; sox -D tone.wav long.flac repeat 19; head -c 40000 tone.wav >cut.wav
            head -c 200000 long.flac >cut.flac; sox -D tone.wav none.wav trim 0 0
            (printf OggS; head -c 4000 /dev/zero) >bad.ogg
            gst-launch-1.0 -q filesrc location=tone.wav ! wavparse ! audioconvert ! avenc_aac ! mp4mux \
                ! filesink location=whole.m4a
            head -c 3000 whole.m4a >cut.m4a
            """)
        for (name, words) in [
            ("empty.mp3", "is empty"), ("text.ogg", "isn't a sound file"), ("list.m4a", "isn't a sound file"),
            ("cut.wav", "is cut short"), ("cut.flac", "is cut short"), ("none.wav", "has no sound"),
            ("bad.ogg", "is damaged"), ("cut.m4a", "is damaged"),
        ] {
            let message = await message(name)
            #expect(message.contains(name) && message.contains(words), "\(name): \(message)")
            #expect(message.contains("again") || message.contains("Convert"), "\(name): \(message)")
        }
        #expect(await message("cut.wav", mayBeCut: true).hasSuffix(" samples"))
        #expect(await message("cut.flac", mayBeCut: true).hasSuffix(" samples"))
        #expect(await message("missing.mp3").contains("No such file"))
    }

    /// GStreamer reads a playlist whatever its name is, and would get what it lists from the network.
    @Test(.timeLimit(.minutes(10))) func aPlaylistIsNeverFollowed() async throws {
        let tag = #"ID3\003\000\000\000\000\000\012\000\000\000\000\000\000\000\000\000\000"#
        try await make(
            """
            printf '\(tag)#EXTM3U\\n#EXT-X-TARGETDURATION:9\\n#EXTINF:9,\\nhttp://127.0.0.1:9/a.ts\\n' >voice.mp3
            printf '\(tag)<?xml version="1.0"?>\\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>' >memo.mp3
            """)
        for name in ["voice.mp3", "memo.mp3"] {
            let command = GStreamerSource.command("\(folder.path)/\(name)")
            let result = try await ChildProcess.run(
                command.program, command.arguments, environment: command.environment, within: .seconds(10))
            // GStreamer 1.22 sometimes refuses and then waits for itself, so that it has to be ended.
            #expect(result.status != 0 && !result.output.contains("demux2-0 to READY"), "\(result)")
            #expect(!result.output.contains("127.0.0.1"), "\(result)")
            #expect(await message(name).contains("is damaged"))
        }
    }

    @Test func whatIsMissingIsNamed() {
        let failure = SoundFailure.gstreamerMissing(.mp4).message("voice.m4a")
        #expect(failure.contains("gstreamer1.0-libav"), "\(failure)")
        #expect(SoundFailure.sndfileMissing(.flac).message("a.flac").contains("libsndfile1"))
    }
}
