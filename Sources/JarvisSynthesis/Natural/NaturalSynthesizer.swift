// SPDX-License-Identifier: GPL-3.0-or-later
// Speaks with a neural voice, phrase by phrase: the first phrase is short, and each is computed while the previous one
// is playing. The model is loaded ahead of need on its own thread, and unloaded after a while without speech.

public import JarvisCore
public import JarvisPlatform
import JarvisSpokenText
import JarvisSpeechModels

/// Turns phonemes into sound. Used on one thread.
protocol NaturalVoiceEngine: AnyObject {
    /// The sample rate in hertz.
    var sampleRateHertz: Int { get }
    /// True if the first sound arrives before the whole phrase has been computed.
    var isStreaming: Bool { get }
    /// How fast this kind of voice is computed and speaks.
    var pace: NaturalPace { get }
    /// Makes the sound of the phonemes, −1…1.
    /// - Parameters:
    ///   - speed: A multiple of the voice's own speed.
    ///   - lead: Seconds of earlier sound still to be played; nil when the listener is already waiting.
    ///   - hear: Receives each piece, and returns whether to continue.
    func speak(
        _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
    ) throws
    /// Frees the memory used for the last phrase.
    func trim()
}

/// Speaks with one neural voice.
///
/// A piece is a phrase with the pause after it, or a part of a phrase whose word positions are not known yet. The pitch
/// changes the `sampleRateHertz` of the pieces, and the tempo compensates.
public final class NaturalSynthesizer: SpeechSynthesizer, @unchecked Sendable {
    // Unchecked: the variables (`engine`, `idle`, `soundingUntil`, `secondsPerLetter`) are touched only on `worker`.
    private let voice: Voice
    private let description: VoiceDescription
    private let dataDirectory: String?
    private let worker = WorkerThread(name: "voice-model")
    private let load: @Sendable () throws -> any NaturalVoiceEngine
    private lazy var idle = IdleRelease(on: worker, after: idleTime, clock: clock) { [weak self] in self?.unload() }
    private let idleTime: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Double
    private var engine: (any NaturalVoiceEngine)?
    /// When all sound made so far will have been played, by `now`.
    private var soundingUntil = 0.0
    /// The measured seconds of work per letter.
    private var secondsPerLetter = NaturalPace.vits.secondsPerLetter

    /// The letters in the first phrase while nothing is playing: for a voice that computes whole phrases, and for one
    /// that streams. Longer phrases sound better.
    private static let (hurriedLetters, streamedLetters) = (24, 40)
    /// With more work per letter than this, the machine is too slow for streaming: a third of real time.
    private static let slowestStreaming = 0.018
    /// A first phrase may be as long as what is computed in this time, which is too short to be noticed.
    private static let unnoticedSeconds = 0.04
    /// A phrase has to be computed within this share of the time that is left.
    private static let shareOfLead = 0.5

    /// Creates the synthesizer without loading the voice.
    /// - Parameters:
    ///   - model: The voice's files.
    ///   - libraryFolder: The folder that contains sherpa-onnx.
    ///   - dataDirectory: The folder that contains `espeak-ng-data`; nil for espeak-ng's own default.
    ///   - idle: How long an unused voice stays in memory.
    ///   - clock: Measures the idle time.
    ///   - now: The time in seconds; faster machines get longer phrases.
    public convenience init(
        _ voice: NaturalVoice, libraryFolder: String, dataDirectory: String? = nil, idle: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Double = MonotonicTime.seconds
    ) {
        let model = voice.model
        self.init(
            voice.voice, model.description, dataDirectory: dataDirectory, idle: idle, clock: clock, now: now
        ) { try LoadedVoice(model, libraryFolder: libraryFolder) }
    }

    /// - Parameter load: Loads the engine; called on the voice's thread, which also releases it.
    init(
        _ voice: Voice, _ description: VoiceDescription, dataDirectory: String? = nil, idle: Duration,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Double = MonotonicTime.seconds,
        load: @escaping @Sendable () throws -> any NaturalVoiceEngine
    ) {
        self.voice = voice
        self.description = description
        self.dataDirectory = dataDirectory
        self.load = load
        idleTime = idle
        self.clock = clock
        self.now = now
    }

    public func voices() async throws -> [Voice] { [voice] }

    public func warmUp(voice: String) {
        // Ignore a failure here: the first clause reports it.
        worker.async { [self] in
            _ = try? loaded()
            idle.noteUse()
        }
    }

    /// Unloads the model once all earlier requests are done.
    public func release() {
        worker.async { [self] in unload() }
    }

    public func forgetLead() {
        worker.async { [self] in soundingUntil = 0 }
    }

    /// True if the model is in memory, once all earlier requests are done.
    public func isLoaded() async -> Bool {
        await withCheckedContinuation { continuation in
            worker.async { [self] in continuation.resume(returning: engine != nil) }
        }
    }

    /// Speaks one clause. Errors are `SynthesisFailure`. Ending the iteration stops the work after the current phrase
    /// or piece.
    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        // Unbounded: a clause has a limited length, and dropping pieces would be audible.
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: SynthesizedAudio.self, throwing: (any Error).self, bufferingPolicy: .unbounded)
        let cancellation = CancellationFlag()
        continuation.onTermination = { _ in cancellation.cancel() }
        worker.async { [self] in
            guard !cancellation.isCancelled else { return }
            do {
                let engine = try loaded()
                try speak(clause, prosody, engine, cancellation) { continuation.yield($0) }
                continuation.finish()
                engine.trim()
            } catch let failure as SpeechModelFailure {
                continuation.finish(throwing: SynthesisFailure.speechModel(failure))
            } catch {
                continuation.finish(throwing: error)
            }
            idle.noteUse()
        }
        return stream
    }

    // MARK: On the worker

    private func speak(
        _ clause: String, _ prosody: Prosody, _ engine: any NaturalVoiceEngine, _ cancellation: CancellationFlag,
        deliver: (SynthesizedAudio) -> Void
    ) throws {
        let text = SpeakableText(clause, language: description.language)
        let spoken = Array(text.spoken.unicodeScalars)
        let rate = engine.sampleRateHertz
        let pitch = prosody.pitchFactor
        let tempo = NaturalTempo(prosody.speed / pitch, engine.pace)
        var phrases = PhraseSplitter(text.spoken)
        var assembly = ClauseAssembly(
            text, sampleRateHertz: Int((Double(rate) * pitch).rounded()), volume: prosody.volume, speed: prosody.speed)
        while let phrase = phrases.next(
            upTo: lettersInTime(engine, isStreaming: engine.isStreaming && tempo.stretch == 1))
        {
            let start = now()
            let reading = try PhraseReading.read(
                phrase, spoken: spoken, voice: description.phonemeVoice, dataDirectory: dataDirectory)
            guard !cancellation.isCancelled else { return soundingUntil = 0 }
            var sound = GrowingSound(sampleRateHertz: rate)
            var (first, seconds): (Double?, Double) = (nil, 0)
            func give(_ piece: SynthesizedAudio) {
                first = first ?? now()
                seconds += Double(piece.samples.count) / Double(max(1, piece.sampleRateHertz))
                deliver(piece)
            }
            for part in Self.parts(of: reading.phonemes, engine.pace, atSpeed: tempo.modelSpeed) {
                let lead = soundingUntil + seconds - now()
                try engine.speak(part, speed: tempo.modelSpeed, lead: lead > 0 ? lead : nil) { samples, isLast in
                    guard !cancellation.isCancelled else { return false }
                    sound.add(samples)
                    // The last piece has to be trimmed, and a phrase that needs stretching is stretched as a whole.
                    if !isLast, tempo.stretch == 1, let new = sound.takeNew() { give(assembly.add(begun: new)) }
                    return true
                }
                guard !cancellation.isCancelled else { return soundingUntil = 0 }
            }
            give(assembly.add(PhraseSound(sound, reading: reading, stretch: tempo.stretch), phrase.ending))
            let end = now()
            soundingUntil = max(first ?? end, soundingUntil) + seconds
            secondsPerLetter += ((end - start) / Double(max(4, phrase.letterCount)) - secondsPerLetter) / 4
        }
        if let rest = assembly.finish() { deliver(rest) }
    }

    /// Divides the phonemes into parts that the engine can take. Symbols that are read by name become long ("語" is
    /// "chinese letter"), and the model's memory and time grow with the length of its input.
    private static func parts(
        of phonemes: [Unicode.Scalar], _ pace: NaturalPace, atSpeed speed: Double
    ) -> [[Unicode.Scalar]] {
        let most = Int(Double(pace.mostPhonemes) * min(1, speed))
        var parts: [[Unicode.Scalar]] = []
        var rest = phonemes[...]
        while rest.count > most {
            let head = rest.prefix(most)
            let end = head.lastIndex(of: " ").map { $0 + 1 } ?? head.endIndex
            parts.append(Array(rest[..<end]))
            rest = rest[end...]
        }
        return parts + [Array(rest)]
    }

    /// The number of letters that can be turned into sound before the sound made so far has been played.
    private func lettersInTime(_ engine: any NaturalVoiceEngine, isStreaming: Bool) -> Int {
        let lead = soundingUntil - now()
        let letters = Int(max(0, lead) * Self.shareOfLead / max(secondsPerLetter, 0.0005))
        let isFast = isStreaming && secondsPerLetter < Self.slowestStreaming
        let fewest = isFast ? Self.streamedLetters : Self.hurriedLetters
        let unnoticed = Int(Self.unnoticedSeconds / max(secondsPerLetter, 0.0005))
        return min(max(letters, fewest, unnoticed), engine.pace.mostLetters)
    }

    private func loaded() throws -> any NaturalVoiceEngine {
        if let engine { return engine }
        let fresh = try load()
        engine = fresh
        secondsPerLetter = fresh.pace.secondsPerLetter
        return fresh
    }

    private func unload() {
        guard engine != nil else { return }
        engine = nil
    }
}
