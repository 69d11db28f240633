// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own voice detector and recognizers for a conversation in virtual time: sound arrives as fast as it is
// processed, and recognition takes no time.

import JarvisAgent
import JarvisAudio
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisSignal
import JarvisSpeechModels
import JarvisStore
import JarvisSynthesis
import JarvisTesting
import JarvisUnderstanding
import Synchronization

/// How a conversation hears its user.
public enum Hearing: Sendable {
    /// By the words themselves, independent of sound.
    case words
    /// By the sound of the words.
    case sound
}

/// Recognizes real sound.
final class RealHearing: Sendable {
    private static let resources = ResourceLocator.standard()
    let recognizer = PocketSphinxRecognizer(
        model: .standard(pronouncer: ESpeakPronouncer.phones), stopPhrases: StopPhrases.all + RingPhrases.all,
        answerRivals: ConsentPhrases.rivals,
        dictation: MoonshineDictation(
            model: RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            libraryFolder: resources.speechLibraryFolder))

    /// Sets the commands that these skills understand, as the program does.
    func listen(for skills: SkillAgent) {
        recognizer.setGrammar(
            patterns: skills.patterns
                + (RingPhrases.patterns + HangUpPhrases.patterns).compactMap { try? UtterancePattern($0) },
            vocabulary: GrammarVocabulary(
                websites: skills.vocabulary[.website] ?? [], voices: skills.vocabulary[.voice] ?? [],
                units: skills.vocabulary[.unit] ?? []))
    }

    /// Sends sound to the microphone frame by frame.
    /// - Parameter settle: Lets the conversation process what it received.
    func hear(_ samples: [Int16], by microphone: FakeMicrophone, settle: () async -> Void) async {
        // Each sound gets its own detector, since it begins and ends with silence.
        let detector = VoiceDetectors(resources: Self.resources).make()
        for activity in detector.process(all: samples).enumerated() {
            await recognizer.settle()
            await settle()
            let start = activity.offset * AudioFrame.samplesPerFrame
            microphone.send(
                Array(samples[start..<start + AudioFrame.samplesPerFrame]), isSpeech: activity.element.isSpeech,
                likelihood: activity.element.likelihood, levelDBFS: activity.element.levelDBFS)
        }
        await recognizer.settle()
        await settle()
    }
}

/// Keeps the sound of utterances for the test; a repeated utterance keeps its place.
final class HeardUtterances: UtteranceKeeper {
    private let all = Mutex<[UtteranceRecording]>([])
    private let changes: Broadcast<Void>

    /// - Parameter changes: Receives a value for each utterance.
    init(changes: Broadcast<Void>) {
        self.changes = changes
    }

    var isKeeping: Bool { true }

    /// The sound of an utterance, counted from 1; nil until it has been said.
    func samples(of number: Int) -> [Int16]? {
        all.withLock { $0.indices.contains(number - 1) ? $0[number - 1].samples : nil }
    }

    func keep(_ recording: UtteranceRecording) {
        all.withLock { all in
            if let place = all.firstIndex(where: { $0.id == recording.id }) {
                all[place] = recording
            } else {
                all.append(recording)
            }
        }
        changes.send()
    }
}
