// SPDX-License-Identifier: GPL-3.0-or-later
// Speech by a neural voice: phrase after phrase, the first one short, each made while the one before is heard. The model is
// loaded ahead of need on a thread of its own, and given back when it has not spoken for a while.

public import JarvisCore
import JarvisPlatform
import JarvisSpokenText
import JarvisSpeechModels

/// What makes sound of phonemes; belongs to one thread.
protocol NaturalVoiceEngine: AnyObject {
    /// Hertz.
    var sampleRateHertz: Int { get }
    /// The first sound comes before the whole is made.
    var isStreaming: Bool { get }
    /// Makes the sound of the phonemes, −1…1.
    /// - Parameters:
    ///   - speed: A factor of the voice's own.
    ///   - lead: Seconds of other sound that are heard before it; nil where somebody waits for it.
    ///   - hear: Takes one piece after another, and tells whether more is wanted.
    func speak(
        _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
    ) throws
    /// Gives back memory of what was spoken last.
    func trim()
}

/// Speaks with one neural voice.
///
/// A piece is a phrase with the pause after it, or a part of one that comes before its words do. Pitch is another `sampleRateHertz` of the pieces, with the tempo made up for.
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
    private var engine: (any NaturalVoiceEngine)?
    /// When what was made so far will have been heard, in `MonotonicTime.seconds`.
    private var soundingUntil = 0.0
    /// Work for a letter, as measured: 65 ms of sound at a tenth of real time.
    private var secondsPerLetter = 0.007

    /// Letters of the first phrase while nothing is heard yet: by a voice that makes a phrase as a whole, and by one whose
    /// first sound hardly waits for the rest. Longer phrases are said better.
    private static let (hurriedLetters, streamedLetters) = (24, 40)
    /// Work for a letter from which on a machine is too slow for the latter: a third of real time.
    private static let slowestStreaming = 0.018
    /// More letters than this are never said in one go: most voices cannot be stopped in the middle.
    private static let mostLetters = 80
    /// Twice what a long phrase of plain words has.
    private static let mostPhonemes = 200
    /// A phrase is made within this share of the time that is left.
    private static let shareOfLead = 0.5

    /// Loads nothing yet.
    /// - Parameters:
    ///   - model: The voice's files.
    ///   - libraryFolder: Where sherpa-onnx is.
    ///   - dataDirectory: The folder that contains `espeak-ng-data`; nil for espeak-ng's own default.
    ///   - idle: How long a voice that does not speak stays in memory.
    ///   - clock: The clock that measures it.
    public convenience init(
        _ voice: NaturalVoice, libraryFolder: String, dataDirectory: String? = nil, idle: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let model = voice.model
        self.init(
            voice.voice, model.description, dataDirectory: dataDirectory, idle: idle, clock: clock
        ) { try LoadedVoice(model, libraryFolder: libraryFolder) }
    }

    /// - Parameter load: Makes the engine; called on the voice's thread, which also releases it.
    init(
        _ voice: Voice, _ description: VoiceDescription, dataDirectory: String? = nil, idle: Duration,
        clock: any Clock<Duration>, load: @escaping @Sendable () throws -> any NaturalVoiceEngine
    ) {
        self.voice = voice
        self.description = description
        self.dataDirectory = dataDirectory
        self.load = load
        idleTime = idle
        self.clock = clock
    }

    public func voices() async throws -> [Voice] { [voice] }

    public func warmUp(voice: String) {
        // What is wrong is reported to the first clause.
        worker.async { [self] in
            _ = try? loaded()
            idle.noteUse()
        }
    }

    /// Gives the model back as soon as what was asked for before has been made.
    public func release() {
        worker.async { [self] in unload() }
    }

    public func forgetLead() {
        worker.async { [self] in soundingUntil = 0 }
    }

    /// Whether the model is in memory, once all that was asked for before is done.
    public func isLoaded() async -> Bool {
        await withCheckedContinuation { continuation in
            worker.async { [self] in continuation.resume(returning: engine != nil) }
        }
    }

    /// Speaks one clause; errors are `SynthesisFailure`. Ending the iteration stops the work with the phrase, or the
    /// piece of it, that is being made.
    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        // Unbounded: a clause is bounded, and dropping pieces would be heard.
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
        let tempo = NaturalTempo(prosody.speed / pitch)
        var phrases = PhraseSplitter(text.spoken)
        var assembly = ClauseAssembly(
            text, sampleRateHertz: Int((Double(rate) * pitch).rounded()), volume: prosody.volume, speed: prosody.speed)
        while let phrase = phrases.next(upTo: lettersInTime(isStreaming: engine.isStreaming && tempo.stretch == 1)) {
            let start = MonotonicTime.seconds()
            let reading = try PhraseReading.read(
                phrase, spoken: spoken, voice: description.phonemeVoice, dataDirectory: dataDirectory)
            guard !cancellation.isCancelled else { return soundingUntil = 0 }
            var sound = GrowingSound(sampleRateHertz: rate)
            var (first, seconds): (Double?, Double) = (nil, 0)
            func give(_ piece: SynthesizedAudio) {
                first = first ?? MonotonicTime.seconds()
                seconds += Double(piece.samples.count) / Double(max(1, piece.sampleRateHertz))
                deliver(piece)
            }
            for part in Self.parts(of: reading.phonemes, atSpeed: tempo.modelSpeed) {
                let lead = soundingUntil + seconds - MonotonicTime.seconds()
                try engine.speak(part, speed: tempo.modelSpeed, lead: lead > 0 ? lead : nil) { samples, isLast in
                    guard !cancellation.isCancelled else { return false }
                    sound.add(samples)
                    // The end is to be cut, and what is to be stretched is stretched as a whole.
                    if !isLast, tempo.stretch == 1, let new = sound.takeNew() { give(assembly.add(begun: new)) }
                    return true
                }
                guard !cancellation.isCancelled else { return soundingUntil = 0 }
            }
            give(assembly.add(PhraseSound(sound, reading: reading, stretch: tempo.stretch), phrase.ending))
            let end = MonotonicTime.seconds()
            soundingUntil = max(first ?? end, soundingUntil) + seconds
            secondsPerLetter += ((end - start) / Double(max(4, phrase.letterCount)) - secondsPerLetter) / 4
        }
        if let rest = assembly.finish() { deliver(rest) }
    }

    /// What is read by name grows: "語" is "chinese letter". The model's memory and time grow with what it is given at once.
    private static func parts(of phonemes: [Unicode.Scalar], atSpeed speed: Double) -> [[Unicode.Scalar]] {
        let most = Int(Double(mostPhonemes) * min(1, speed))
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

    /// How many letters can be made into sound before what was made last has been heard.
    private func lettersInTime(isStreaming: Bool) -> Int {
        let lead = soundingUntil - MonotonicTime.seconds()
        let letters = Int(max(0, lead) * Self.shareOfLead / max(secondsPerLetter, 0.0005))
        let isFast = isStreaming && secondsPerLetter < Self.slowestStreaming
        let fewest = isFast ? Self.streamedLetters : Self.hurriedLetters
        return min(max(letters, fewest), Self.mostLetters)
    }

    private func loaded() throws -> any NaturalVoiceEngine {
        if let engine { return engine }
        let fresh = try load()
        engine = fresh
        return fresh
    }

    private func unload() {
        guard engine != nil else { return }
        engine = nil
    }
}
