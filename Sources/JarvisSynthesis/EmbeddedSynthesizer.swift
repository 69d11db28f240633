// SPDX-License-Identifier: GPL-3.0-or-later
// Combines all embedded voices behind one port: espeak-ng's, which always work, and neural ones if installed. If a
// neural voice fails, espeak-ng takes over in the middle of the clause.

public import JarvisCore
public import JarvisPlatform
import JarvisSpokenText
import JarvisSpeechModels
import Synchronization

/// Speaks with the voice that the prosody names.
public final class EmbeddedSynthesizer: SpeechSynthesizer {
    private typealias Speaker = (voice: NaturalVoice, synthesizer: NaturalSynthesizer)

    private struct State {
        /// The chosen voice that spoke last; it is unloaded when another one is chosen.
        var current: Speaker?
        /// The voice that last spoke a language that the chosen voice doesn't.
        var guest: Speaker?
        /// The voices that failed, with the reasons.
        var failed: [NaturalVoice: Fault] = [:]
        /// The reason last reported for each voice that another voice stands in for, by its name.
        var noted: [String: SynthesisFailure] = [:]
    }

    /// The failure of a voice, and when to try it again.
    private struct Fault {
        var failure: SynthesisFailure
        /// The identity of the files that failed; replaced files are tried at once.
        var installation: [FileStatus]
        /// When to try again, in the seconds of `now`.
        var retriedAt: Double
    }

    private let espeak: ESpeakSynthesizer
    private let voices: NaturalVoices
    private let make: @Sendable (NaturalVoice) -> NaturalSynthesizer
    private let languageVoice: @Sendable (String) -> String?
    private let notice: @Sendable (SynthesisFailure) -> Void
    /// Returns the time of a monotonic clock, in seconds.
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    /// Seconds before a failed voice is tried again; by then other voices may have freed memory, as idle ones do.
    private static let retryPause = 300.0

    /// Creates the synthesizer without opening anything.
    /// - Parameters:
    ///   - voices: Finds the neural voices.
    ///   - make: Makes the synthesizer of a neural voice.
    ///   - languageVoice: Returns the user's voice for a language, by its ISO 639-1 code. Called for each clause that
    ///     is clearly in a language that the named voice does not speak.
    ///   - now: A monotonic clock, in seconds.
    ///   - notice: Called once for each voice that another one stands in for, and each reason.
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

    /// The neural voices, followed by those of espeak-ng, English first.
    public func voices() async throws -> [Voice] {
        let natural = voices.installed().map(\.voice)
        let english = natural.filter { $0.languages.contains { $0.hasPrefix("en") } }
        return english + (try await espeak.voices()) + natural.filter { !english.contains($0) }
    }

    /// Loads a neural voice, and unloads the one that is no longer chosen.
    public func warmUp(voice: String) {
        guard NaturalVoice.isName(voice) else {
            state.withLock { $0.current.take() }?.synthesizer.release()
            return espeak.warmUp()
        }
        guard let speaker = try? natural(voice) else { return espeak.warmUp() }
        speaker.synthesizer.warmUp(voice: voice)
    }

    public func forgetLead() {
        let speakers = state.withLock { [$0.current, $0.guest] }
        for speaker in speakers { speaker?.synthesizer.forgetLead() }
    }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        if let guest = guest(for: clause, insteadOf: prosody) { return synthesize(clause, guest, \.guest) }
        return synthesize(clause, prosody, \.current)
    }

    /// The prosody with the user's voice for the language of the clause; nil if the named voice speaks it, or if that
    /// voice is not available.
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

    /// True if the voice speaks the language; nil for an espeak-ng voice that is not installed. A neural voice is
    /// looked up only when it has to speak.
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
            // A neural voice speaks only one language; espeak-ng has voices for the others.
            if let language = LanguageGuess.language(of: clause), !prosody.voice.hasPrefix(language) {
                return espeak.synthesize(clause, prosody: Self.withESpeak(prosody))
            }
            return continued(clause, prosody, natural.voice, natural.synthesizer)
        } catch {
            // The user hasn't asked for the standard voice, so its absence is not worth a notice.
            if error != .voiceMissing(Voice.standard) { note(prosody.voice, error) }
            return espeak.synthesize(clause, prosody: Self.withESpeak(prosody))
        }
    }

    /// Speaks with the neural voice; if it fails, espeak-ng says the rest of the clause.
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
                // Record the failure first, in case espeak-ng fails, too.
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

    /// The prosody with espeak-ng's voice for the same language. Waits for the library, which may be busy with another
    /// clause, so call this only when espeak-ng has to speak.
    private static func withESpeak(_ prosody: Prosody) -> Prosody {
        var prosody = prosody
        let language = String(prosody.voice.prefix { $0 != "/" })
        let isThere = try? ESpeakLibrary.use(dataDirectory: nil) { $0.voices().libraryName(of: language) != nil }
        prosody.voice = isThere == true ? language : Voice.basic
        return prosody
    }
}
