// SPDX-License-Identifier: GPL-3.0-or-later
// What voices look like. Each voice that speaks by rules says a few words, unheard, in the background, once; the others
// are pictured when they are heard first, since each would take its memory and its time. Pictures are kept in the cache.

import JarvisCore
import JarvisPlatform

@MainActor
final class VoicePictures {
    /// There is a picture of this voice now.
    var onPicture: (@MainActor (String) -> Void)?

    private let synthesizer: any SpeechSynthesizer
    private let path: String?
    private let version: String
    private var pictures: [String: VoiceBars] = [:]
    private var hasRead = false
    private var hasNews = false
    /// The newest wish comes first: it is what is in view.
    private var wanted: [Voice] = []
    private var tried: Set<String> = []
    private var work: Task<Void, Never>?

    /// - Parameters:
    ///   - folder: where they are kept; nil: nowhere.
    ///   - version: of the program.
    init(_ synthesizer: any SpeechSynthesizer, folder: String?, version: String) {
        self.synthesizer = synthesizer
        self.version = version
        path = folder.map { $0 + "/voice-pictures" }
    }

    /// The bars of a voice, 0…255; nil where it has not been pictured yet.
    func bars(_ id: String) -> VoiceBars? { pictures[id] }

    /// Has a voice pictured that is in view.
    func want(_ voice: Voice) {
        // What a server would speak in its place says nothing about the voice, and must not leave the computer.
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

    /// A voice has been heard.
    func keep(_ id: String, _ peaks: [Float]) {
        guard !peaks.isEmpty, pictures[id] == nil else { return }
        take(id, Self.bars(peaks))
    }

    /// Ends the work, and keeps what there is.
    func finish() {
        work?.cancel()
        wanted = []
        guard hasNews, let path else { return }
        hasNews = false
        let bytes = VoicePictureFile.encode(pictures, version: version)
        Task.detached(priority: .background) {
            // A picture that could not be kept is made again.
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

    /// Pictures a voice; false when none is wanted.
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
            // A voice that does not speak has no picture; that is told where it is to be heard.
            return []
        }
        return peaks
    }

    private static func bars(_ peaks: [Float]) -> VoiceBars {
        let loudest = max(peaks.max() ?? 0, .leastNormalMagnitude)
        return Waveform.bars(peaks, count: DesignTokens.Voices.bars).map { UInt8(255 * min(1, max(0, $0 / loudest))) }
    }
}

/// What voices say of themselves.
enum VoiceSample {
    /// Every voice says figures in its own language.
    static let counting = "1, 2, 3, 4, 5."

    /// A voice of another language would leave an English sentence to an English one.
    static func text(_ voice: Voice) -> String {
        voice.languages.first.map { $0.lowercased().hasPrefix("en") } ?? true ? VoiceOrder.greeting(voice) : counting
    }
}
