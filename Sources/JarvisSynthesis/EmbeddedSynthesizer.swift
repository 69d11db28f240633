// SPDX-License-Identifier: GPL-3.0-or-later
// All voices of the program itself behind one port: those of espeak-ng, which always work, and neural ones where they are
// installed. A neural one that fails is replaced in the middle of the clause.

public import JarvisCore
import JarvisSpokenText
import SherpaOnnxKit
import Synchronization

/// Speaks with the voice that is named.
public final class EmbeddedSynthesizer: SpeechSynthesizer {
    private struct State {
        /// The one that spoke last; another one is given back.
        var current: (voice: NaturalVoice, synthesizer: NaturalSynthesizer)?
        /// Voices that failed, as they were when they did.
        var failed: Set<NaturalVoice> = []
        /// Names for which it was told that another voice speaks.
        var noted: Set<String> = []
    }

    private let espeak: ESpeakSynthesizer
    private let voices: NaturalVoices
    private let make: @Sendable (NaturalVoice) -> NaturalSynthesizer
    private let notice: @Sendable (SynthesisFailure) -> Void
    private let state = Mutex(State())

    /// The voice that speaks where the named one is not there.
    private static let standIn = "en-us"

    /// Opens nothing.
    /// - Parameters:
    ///   - voices: Where neural voices are looked for.
    ///   - make: Makes the synthesizer of one.
    ///   - notice: Told once for each voice why another one speaks.
    public init(
        espeak: ESpeakSynthesizer = ESpeakSynthesizer(), voices: NaturalVoices,
        make: @escaping @Sendable (NaturalVoice) -> NaturalSynthesizer,
        notice: @escaping @Sendable (SynthesisFailure) -> Void
    ) {
        self.espeak = espeak
        self.voices = voices
        self.make = make
        self.notice = notice
    }

    /// The neural voices, then those of espeak-ng, English first.
    public func voices() async throws -> [Voice] {
        let natural = voices.installed().map(\.voice)
        let english = natural.filter { $0.languages.contains { $0.hasPrefix("en") } }
        return english + (try await espeak.voices()) + natural.filter { !english.contains($0) }
    }

    /// Loads a neural voice, and gives back one that is not chosen any more.
    public func warmUp(voice: String) {
        guard NaturalVoice.isName(voice) else {
            state.withLock { $0.current.take() }?.synthesizer.release()
            return espeak.warmUp()
        }
        (try? natural(voice))?.synthesizer.warmUp(voice: voice)
    }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        guard NaturalVoice.isName(prosody.voice) else { return espeak.synthesize(clause, prosody: prosody) }
        let own = Self.withESpeak(prosody)
        do {
            let natural = try natural(prosody.voice)
            // It speaks one language; espeak-ng has a voice for the others.
            if let language = LanguageGuess.language(of: clause), !prosody.voice.hasPrefix(language) {
                return espeak.synthesize(clause, prosody: own)
            }
            return continued(clause, prosody, natural.voice, natural.synthesizer)
        } catch {
            note(prosody.voice, error)
            return espeak.synthesize(clause, prosody: own)
        }
    }

    /// By the neural voice, and from where it fails by espeak-ng.
    private func continued(
        _ clause: String, _ prosody: Prosody, _ voice: NaturalVoice, _ synthesizer: NaturalSynthesizer
    ) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        ClauseStream.make { [self] continuation in
            var said = SpokenSoFar()
            do {
                for try await piece in synthesizer.synthesize(clause, prosody: prosody) {
                    said.add(piece)
                    continuation.yield(piece)
                }
                return
            } catch SynthesisFailure.speechModel(let failure) {
                state.withLock { state in
                    _ = state.failed.insert(voice)
                    if state.current?.voice == voice { state.current = nil }
                }
                note(prosody.voice, .speechModel(failure))
            }
            let (start, rest) = said.remainder(of: clause)
            for try await piece in espeak.synthesize(rest, prosody: Self.withESpeak(prosody)) {
                continuation.yield(said.continued(by: piece, from: start))
            }
        }
    }

    private func natural(_ id: String) throws(SynthesisFailure) -> (
        voice: NaturalVoice, synthesizer: NaturalSynthesizer
    ) {
        if let current = state.withLock({ $0.current }), current.voice.voice.id == id,
            current.voice.model.isThere
        {
            return current
        }
        let voice = try voices.voice(id)
        let (chosen, former) = state.withLock { state -> ((NaturalVoice, NaturalSynthesizer)?, NaturalSynthesizer?) in
            guard !state.failed.contains(voice) else { return (nil, nil) }
            if let current = state.current, current.voice == voice { return (current, nil) }
            let former = state.current?.synthesizer
            let fresh = (voice, make(voice))
            state.current = fresh
            return (fresh, former)
        }
        former?.release()
        guard let chosen else { throw .speechModel(.voiceFailed(folder: voice.model.folder, reason: "")) }
        return chosen
    }

    private func note(_ id: String, _ failure: SynthesisFailure) {
        if state.withLock({ $0.noted.insert(id).inserted }) { notice(failure) }
    }

    /// The same with the voice of espeak-ng for the same language.
    private static func withESpeak(_ prosody: Prosody) -> Prosody {
        var prosody = prosody
        let language = String(prosody.voice.prefix { $0 != "/" })
        let isThere = try? ESpeakLibrary.use(dataDirectory: nil) { $0.voices().libraryName(of: language) != nil }
        prosody.voice = isThere == true ? language : standIn
        return prosody
    }
}
