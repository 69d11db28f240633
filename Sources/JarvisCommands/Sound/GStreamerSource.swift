// SPDX-License-Identifier: GPL-3.0-or-later
// Sound that GStreamer decodes, in a child process: its decoders of foreign formats run apart from JARVIS, and end with
// this object. The child writes samples to a pipe and waits while it is not read, so memory stays flat.

import JarvisPlatform

final class GStreamerSource: SoundSource {
    static let program = "gst-launch-1.0"
    /// The longest wait for more sound.
    private static let patience = Duration.seconds(30)
    /// GStreamer makes two channels of any number: a header that told the number would have to be written at the end.
    private static let channelCount = 2
    private static let bytesPerFrame = 2 * channelCount
    /// A file may be a playlist, whatever its name says. These elements would fetch what it lists, from the network or from
    /// other files, so they are never used.
    private static let excluded = [
        "hlsdemux", "hlsdemux2", "dashdemux", "dashdemux2", "mssdemux", "mssdemux2", "sdpdemux", "rtspsrc",
        "avdemux_hls", "avdemux_applehttp", "avdemux_dash", "avdemux_concat", "avdemux_sdp",
    ]

    private let process: RunningProcess
    private let kind: SoundKind
    private var rest: [UInt8]
    private var hasEnded = false

    let announcedSeconds: Double? = nil
    let sampleRateHertz = SoundFile.sampleRateHertz

    /// - Parameter path: An absolute path of letters that need no quotation marks in a pipeline.
    /// - Throws: `SoundFailure`.
    init(_ path: String, _ kind: SoundKind, by runner: ProcessRunner) throws {
        let process: RunningProcess
        do {
            process = try runner.start(Self.command(path))
        } catch {
            throw SoundFailure.gstreamerMissing(kind)
        }
        process.closeInput()
        guard let first = try Self.read(process) else { throw Self.failure(process, kind) }
        (self.process, self.kind, rest) = (process, kind, first)
    }

    /// Decodes a file to samples on its standard output.
    static func command(_ path: String) -> ProcessCommand {
        let format = "audio/x-raw,format=S16LE,rate=\(SoundFile.sampleRateHertz),channels=\(channelCount)"
        let pipeline = [
            "-q", "filesrc", "location=\(path)", "!",
            // The pictures of films and covers aren't decoded.
            "decodebin", "expose-all-streams=false", "caps=audio/x-raw", "!", "audioconvert", "!", "audioresample", "!",
            format, "!", "fdsink", "fd=1",
        ]
        let ranks = excluded.map { $0 + ":NONE" }.joined(separator: ",")
        return ProcessCommand(
            program, pipeline, environment: ["LC_ALL": "C", "GST_PLUGIN_FEATURE_RANK": ranks])
    }

    func next() throws -> [[Float]]? {
        while rest.count < Self.bytesPerFrame, !hasEnded {
            guard let bytes = try Self.read(process) else {
                hasEnded = true
                let process = process
                let exit = try runBlocking { try await process.wait() }
                guard exit.isSuccess, !Self.hasError(process) else { throw Self.failure(process, kind) }
                break
            }
            rest += bytes
        }
        let frames = rest.count / Self.bytesPerFrame
        guard frames > 0 else { return nil }
        defer { rest.removeFirst(frames * Self.bytesPerFrame) }
        return (0..<Self.channelCount).map { channel in
            (0..<frames).map { frame in
                let place = frame * Self.bytesPerFrame + 2 * channel
                return Float(Int16(bitPattern: UInt16(rest[place]) | UInt16(rest[place + 1]) << 8)) / 32_768
            }
        }
    }

    private static func read(_ process: RunningProcess) throws -> [UInt8]? {
        do {
            return try runBlocking { try await process.read(within: patience) }
        } catch let failure as ProcessFailure where failure.kind == .timedOut {
            process.kill()
            throw SoundFailure.stalled
        }
    }

    private static func hasError(_ process: RunningProcess) -> Bool {
        process.lastErrors.contains { $0.hasPrefix("ERROR") }
    }

    /// The fault in the child's words: "ERROR: from element /GstPipeline:pipeline0/…: This file is corrupt."
    private static func failure(_ process: RunningProcess, _ kind: SoundKind) -> SoundFailure {
        _ = try? runBlocking { try await process.end() }
        let lines = process.lastErrors
        let missing = ["missing a plug-in", "no element \"", "could not find", "no suitable plugins"]
        let text = lines.joined(separator: "\n").lowercased()
        if missing.contains(where: text.contains) { return .decoderMissing(kind) }
        let error = lines.first { $0.hasPrefix("ERROR") } ?? ""
        // The element's name ends with the last colon before the sentence.
        let reason = error.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? ""
        return .damaged(kind, reason: String(reason.reversed().drop { $0 == "." }.reversed()))
    }
}
