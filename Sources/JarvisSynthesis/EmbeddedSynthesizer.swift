// SPDX-License-Identifier: GPL-3.0-or-later
// All voices of the program itself behind one port: those of espeak-ng, which always work, and neural ones where they are
// installed. A neural one that fails is replaced in the middle of the clause.

public import JarvisCore
public import JarvisPlatform
import JarvisSpokenText
import JarvisSpeechModels
import Synchronization

/// Speaks with the voice that is named.
public final class EmbeddedSynthesizer: SpeechSynthesizer {
    private typealias Speaker = (voice: NaturalVoice, synthesizer: NaturalSynthesizer)

    private struct State {
        /// The chosen one that spoke last; another one is given back.
        var current: Speaker?
        /// The one that spoke last for a language that the chosen one does not speak.
        var guest: Speaker?
        /// Voices that failed.
        var failed: [NaturalVoice: Fault] = [:]
        /// Why another voice speaks, as far as it was told, by the name of the one that does not.
        var noted: [String: SynthesisFailure] = [:]
    }

    /// Why a voice does not speak, until it is tried again.
    private struct Fault {
        var failure: SynthesisFailure
        /// The files that failed.
        var installation: [FileStatus]
        /// In seconds.
        var retriedAt: Double
    }

    private let espeak: ESpeakSynthesizer
    private let voices: NaturalVoices
    private let make: @Sendable (NaturalVoice) -> NaturalSynthesizer
    private let languageVoice: @Sendable (String) -> String?
    private let notice: @Sendable (SynthesisFailure) -> Void
    /// Seconds that go on while nothing happens.
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    /// The voice that speaks where the named one is not there.
    private static let standIn = "en-us"
    /// What failed may work once others have given memory back, as a voice does after this many seconds.
    private static let retryPause = 300.0

    /// Opens nothing.
    /// - Parameters:
    ///   - voices: Where neural voices are looked for.
    ///   - make: Makes the synthesizer of one.
    ///   - languageVoice: The user's voice for a language, by its ISO 639-1 code; asked for each clause whose language is
    ///     plain and none of the named voice's.
    ///   - now: The time in seconds.
    ///   - notice: Told once for each voice and reason why another one speaks.
    public init(
        espeak: ESpeakSynthesizer = ESpeakSynthesizer(), voices: NaturalVoices,
        make: @escaping @Sendable (NaturalVoice) -> NaturalSynthesizer,
        languageVoice: @escaping @Sendable (String) -> String? = { _ in nil },
        now: @escaping @Sendable () -> Double = MonotonicTime.seconds,
        notice: @escaping @Sendable (SynthesisFailure) -> Void
    ) {
        self.espeak = espeak
        self.voices = voices
        self.make = make
        self.languageVoice = languageVoice
        self.now = now
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

    public func forgetLead() {
        let speakers = state.withLock { [$0.current, $0.guest] }
        for speaker in speakers { speaker?.synthesizer.forgetLead() }
    }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        if let guest = guest(for: clause, insteadOf: prosody) { return synthesize(clause, guest, \.guest) }
        return synthesize(clause, prosody, \.current)
    }

    /// The same with the user's voice for the language of the clause, where the named one does not speak it.
    private func guest(for clause: String, insteadOf prosody: Prosody) -> Prosody? {
        guard let language = LanguageGuess.language(of: clause), let id = languageVoice(language),
            speaks(prosody.voice, language) == false
        else { return nil }
        guard let isAble = speaks(id, language) else {
            note(id, .voiceMissing(id))
            return nil
        }
        var guest = prosody
        guest.voice = id
        return isAble ? guest : nil
    }

    /// Nil for a voice of espeak-ng that is not installed; a neural one is looked for when it is to speak.
    private func speaks(_ id: String, _ language: String) -> Bool? {
        if NaturalVoice.isName(id) { return id.hasPrefix(language) }
        return try? ESpeakLibrary.use(dataDirectory: nil) { $0.voices().speaks(id, language) }
    }

    private func synthesize(
        _ clause: String, _ prosody: Prosody, _ place: any WritableKeyPath<State, Speaker?> & Sendable
    ) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        guard NaturalVoice.isName(prosody.voice) else { return espeak.synthesize(clause, prosody: prosody) }
        do {
            let natural = try natural(prosody.voice, place)
            // It speaks one language; espeak-ng has a voice for the others.
            if let language = LanguageGuess.language(of: clause), !prosody.voice.hasPrefix(language) {
                return espeak.synthesize(clause, prosody: Self.withESpeak(prosody))
            }
            return continued(clause, prosody, natural.voice, natural.synthesizer)
        } catch {
            note(prosody.voice, error)
            return espeak.synthesize(clause, prosody: Self.withESpeak(prosody))
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
                try Task.checkCancellation()
                return state.withLock { $0.noted[prosody.voice] = nil }
            } catch let failure as SynthesisFailure {
                // Also when espeak-ng cannot read for it.
                giveUp(voice, failure)
                note(prosody.voice, failure)
            }
            let (start, rest) = said.remainder(of: clause)
            for try await piece in espeak.synthesize(rest, prosody: Self.withESpeak(prosody)) {
                continuation.yield(said.continued(by: piece, from: start))
            }
        }
    }

    private func giveUp(_ voice: NaturalVoice, _ failure: SynthesisFailure) {
        let fault = Fault(
            failure: failure, installation: voice.model.installation, retriedAt: now() + Self.retryPause)
        let former = state.withLock { state -> NaturalSynthesizer? in
            state.failed[voice] = fault
            if state.guest?.voice == voice { return state.guest.take()?.synthesizer }
            return state.current?.voice == voice ? state.current.take()?.synthesizer : nil
        }
        former?.release()
    }

    private func natural(
        _ id: String, _ place: any WritableKeyPath<State, Speaker?> & Sendable = \.current
    ) throws(SynthesisFailure) -> Speaker {
        if let current = state.withLock({ $0[keyPath: place] }), current.voice.voice.id == id,
            current.voice.model.isThere
        {
            return current
        }
        let voice = try voices.voice(id)
        let time = now()
        if let fault = state.withLock({ $0.failed[voice] }) {
            guard time >= fault.retriedAt || voice.model.installation != fault.installation else { throw fault.failure }
            state.withLock { $0.failed[voice] = nil }
        }
        let (chosen, former) = state.withLock { state -> (Speaker, NaturalSynthesizer?) in
            if let current = state[keyPath: place], current.voice == voice { return (current, nil) }
            let former = state[keyPath: place]?.synthesizer
            let fresh = (voice, make(voice))
            state[keyPath: place] = fresh
            return (fresh, former)
        }
        former?.release()
        return chosen
    }

    private func note(_ id: String, _ failure: SynthesisFailure) {
        if state.withLock({ $0.noted.updateValue(failure, forKey: id) != failure }) { notice(failure) }
    }

    /// The same with the voice of espeak-ng for the same language. Waits for the library, which another clause may be using:
    /// only for what espeak-ng is to say.
    private static func withESpeak(_ prosody: Prosody) -> Prosody {
        var prosody = prosody
        let language = String(prosody.voice.prefix { $0 != "/" })
        let isThere = try? ESpeakLibrary.use(dataDirectory: nil) { $0.voices().libraryName(of: language) != nil }
        prosody.voice = isThere == true ? language : standIn
        return prosody
    }
}
