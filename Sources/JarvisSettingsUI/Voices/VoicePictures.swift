// SPDX-License-Identifier: GPL-3.0-or-later
// Waveform thumbnails of voices. For each rule-based voice, a few words are rendered once, silently, in the background.
// Other voices take memory and time to load, so they get a thumbnail when first played. The cache stores thumbnails.

import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class VoicePictures {
    /// Called when the thumbnail of this voice has become available.
    var onPicture: (@MainActor (String) -> Void)?

    private let synthesizer: any SpeechSynthesizer
    private let path: String?
    private let version: String
    private var pictures: [String: VoiceBars] = [:]
    private var hasRead = false
    private var hasNews = false
    /// Requests, oldest first. The newest is rendered first, because its card is in view.
    private var wanted: [Voice] = []
    private var tried: Set<String> = []
    private var work: Task<Void, Never>?

    /// - Parameters:
    ///   - folder: where thumbnails are stored; nil stores none.
    ///   - version: the program's version.
    init(_ synthesizer: any SpeechSynthesizer, folder: String?, version: String) {
        self.synthesizer = synthesizer
        self.version = version
        path = folder.map { $0 + "/voice-pictures" }
    }

    /// The bars of a voice, 0…255; nil if it has no thumbnail yet.
    func bars(_ id: String) -> VoiceBars? { pictures[id] }

    /// Requests the thumbnail of a voice in view.
    func want(_ voice: Voice) {
        // A server might answer with another voice, whose thumbnail would be wrong, and the text must not leave the
        // computer.
        guard synthesizer.mayWorkAhead, voice.kind == .espeak, pictures[voice.id] == nil, !tried.contains(voice.id)
        else { return }
        wanted.removeAll { $0.id == voice.id }
        wanted.append(voice)
        guard work == nil else { return }
        work = Task { [weak self] in
            await self?.read()
            while !Task.isCancelled, await self?.next() == true {}
            self?.work = nil
        }
    }

    /// Makes a thumbnail from a voice that was played.
    func keep(_ id: String, _ peaks: [Float]) {
        guard !peaks.isEmpty, pictures[id] == nil else { return }
        take(id, Self.bars(peaks))
    }

    /// Stops the work and saves the results so far.
    func finish() {
        work?.cancel()
        wanted = []
        guard hasNews, let path else { return }
        hasNews = false
        let bytes = VoicePictureFile.encode(pictures, version: version)
        Task.detached(priority: .background) {
            // If this fails, the thumbnails are rendered again next time.
            try? Folder.create(Folder.parent(of: path))
            try? AtomicFile.write(path, bytes)
        }
    }

    private func read() async {
        guard !hasRead, let path else { return }
        hasRead = true
        let bytes = await Self.bytes(path)
        let known = VoicePictureFile.decode(bytes, version: version, count: DesignTokens.Voices.bars)
        pictures.merge(known) { own, _ in own }
        for id in known.keys { onPicture?(id) }
    }

    /// Renders the next thumbnail; false if none is requested.
    private func next() async -> Bool {
        guard let voice = wanted.popLast() else { return false }
        guard pictures[voice.id] == nil, tried.insert(voice.id).inserted else { return true }
        let peaks = await Self.peaks(of: voice, synthesizer)
        guard !peaks.isEmpty, !Task.isCancelled else { return !Task.isCancelled }
        take(voice.id, Self.bars(peaks))
        return true
    }

    private func take(_ id: String, _ bars: VoiceBars) {
        pictures[id] = bars
        hasNews = true
        onPicture?(id)
    }

    @concurrent
    private static func bytes(_ path: String) async -> [UInt8] { (try? AtomicFile.read(path)) ?? [] }

    @concurrent
    private static func peaks(of voice: Voice, _ synthesizer: any SpeechSynthesizer) async -> [Float] {
        var peaks: [Float] = []
        do {
            for try await audio in synthesizer.synthesize(VoiceSample.counting, prosody: Prosody(voice: voice.id)) {
                let each = Int(Double(audio.sampleRateHertz) * VoicePreview.secondsPerPeak)
                peaks += Waveform.peaks(of: audio.samples, each: each)
            }
        } catch {
            // A voice that can't speak gets no thumbnail; playing it reports the problem.
            return []
        }
        return peaks
    }

    private static func bars(_ peaks: [Float]) -> VoiceBars {
        let loudest = max(peaks.max() ?? 0, .leastNormalMagnitude)
        return Waveform.bars(peaks, count: DesignTokens.Voices.bars).map { UInt8(255 * min(1, max(0, $0 / loudest))) }
    }
}

/// The sample text of a voice.
enum VoiceSample {
    /// For thumbnails, and for voices of other languages: every voice speaks figures in its own language.
    static let counting = "1, 2, 3, 4, 5."

    /// The text for playing a voice. A voice of another language would leave an English sentence to an English voice.
    static func text(_ voice: Voice) -> String {
        voice.languages.first.map { $0.lowercased().hasPrefix("en") } ?? true ? VoiceOrder.greeting(voice) : counting
    }
}
