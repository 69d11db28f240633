// SPDX-License-Identifier: GPL-3.0-or-later
// Words shown during speech: how many change later, how late they appear, and what that costs.

import ArgumentParser
import Glibc
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisRecognition
import JarvisSpokenText
import JarvisTesting
import Synchronization

struct LiveCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live", abstract: "Measures the words that are shown while somebody speaks.")

    @Option(help: "The folder of the corpus.")
    var corpus: String
    @Option(help: "Lines of FILE<tab>VOICE<tab>SENTENCE: commands by synthetic voices.")
    var spoken: String?
    @Option(help: "Only every nth clip, from 1.")
    var stride = 1
    @Flag(help: "As fast as somebody speaks: what is not finished when more is said is called off.")
    var paced = false
    @Flag(help: "Print each change.")
    var verbose = false

    func run() async throws {
        let clips = try EndpointClip.corpus(corpus)
        let recognizer = AnswerJudge().recognizer()
        recognizer.warmUp()
        let spoken = try (spoken.map(RecognitionClip.list) ?? []).filter { CommandPhrases.commands.contains($0.text) }
        let groups: [Group] = [
            Group("drink orders", clips.filter { $0.name.contains("order_") }, .command),
            Group("other commands", clips.filter { $0.kind == "command" && !$0.name.contains("order_") }, .command),
            Group("dictation", clips.filter { $0.kind == "dictation" }, .dictation),
            Group("commands of ours", spoken),
        ]
        print(
            """
            Changed: words that were shown and are others at the end, in parts of the words shown; figures, case and
            punctuation do not count. Every third clip of people and six of the voices are kept out of all tuning.
            First: seconds from the beginning of speech to the first words, median / 95 %, by the sound's own clock.
            In time: words of the result that were on the screen when the speech ended.
            CPU: the processor's time until the end of speech, in parts of the speech's length; the voice detector is not in it.
            Of it: the grammar's thread, and that of free recognition.

            """)
        print(
            "words shown".padded(to: 30) + "   shown  changed %   silent clips         first  in time %     CPU"
                + "  grammar    free")
        for group in groups {
            for isKeptOut in [false, true] {
                var total = LiveWords()
                let clips = isKeptOut ? group.keptOut : group.tunedOn
                for (index, clip) in clips.enumerated() where index % max(stride, 1) == 0 {
                    let live = await LiveRig(recognizer, isPaced: paced).run(clip.heard(), task: group.task)
                    if verbose, live.changed > 0 { print("    \(clip.name): \(live.history.joined(separator: " / "))") }
                    total.add(live)
                }
                print("\(group.name), \(isKeptOut ? "kept out" : "tuned on")".padded(to: 30) + total.row)
            }
        }
    }
}

private struct Group {
    let name: String
    let tunedOn: [EndpointClip]
    let keptOut: [EndpointClip]
    let task: RecognitionTask

    /// People; every third clip is kept out.
    init(_ name: String, _ clips: [EndpointClip], _ task: RecognitionTask) {
        self.name = name
        self.task = task
        tunedOn = clips.enumerated().filter { $0.offset % 3 != 2 }.map(\.element)
        keptOut = clips.enumerated().filter { $0.offset % 3 == 2 }.map(\.element)
    }

    /// Commands by synthetic voices.
    init(_ name: String, _ clips: [RecognitionClip]) {
        self.name = name
        task = .command
        tunedOn = clips.filter { !$0.isKeptOut }.map(EndpointClip.init)
        keptOut = clips.filter(\.isKeptOut).map(EndpointClip.init)
    }
}

/// The words shown for some clips.
struct LiveWords {
    var shown = 0
    var changed = 0
    var silent = 0
    var seconds = 0.0
    var processorSeconds = 0.0
    /// The parts of `processorSeconds` that the threads of the grammar and of free recognition took.
    var grammarSeconds = 0.0
    var freeSeconds = 0.0
    /// The times of the first words after the beginning of speech.
    var firstWords: [Double] = []
    /// The words of the results, and how many of them were shown by the end of speech.
    var results = 0
    var inTime = 0
    var history: [String] = []

    mutating func add(_ other: LiveWords) {
        shown += other.shown
        changed += other.changed
        silent += other.silent
        seconds += other.seconds
        processorSeconds += other.processorSeconds
        grammarSeconds += other.grammarSeconds
        freeSeconds += other.freeSeconds
        firstWords += other.firstWords
        results += other.results
        inTime += other.inTime
    }

    var row: String {
        "\(shown)".leftPadded(to: 8) + (Double(changed) * 100 / Double(max(shown, 1))).rounded1.leftPadded(to: 11)
            + "\(silent)".leftPadded(to: 15) + "\(at(0.5)) / \(at(0.95))".leftPadded(to: 14)
            + (Double(inTime) * 100 / Double(max(results, 1))).rounded1.leftPadded(to: 11)
            + [processorSeconds, grammarSeconds, freeSeconds]
            .map { "\(($0 / max(seconds, 0.001) * 100).rounded1) %".leftPadded(to: 9) }.joined()
    }

    private func at(_ share: Double) -> String {
        let sorted = firstWords.sorted()
        return sorted.isEmpty ? "-" : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)].rounded2
    }
}

/// One utterance through the listening pipeline, and the words it would have shown.
final class LiveRig {
    private let recognizer: PocketSphinxRecognizer
    private let microphone = FakeMicrophone()
    private let events = Mutex<[AssistantEvent]>([])

    private let isPaced: Bool

    init(_ recognizer: PocketSphinxRecognizer, isPaced: Bool = false) {
        self.recognizer = recognizer
        self.isPaced = isPaced
    }

    func run(_ clip: EndpointClip, task: RecognitionTask) async -> LiveWords {
        let log = FakeEventLog()
        let heard = Atomic(0)
        let (reports, continuation) = AsyncStream.makeStream(of: (event: AssistantEvent, seconds: Double).self)
        let pipeline = ListeningPipeline(
            microphone: microphone, recognizer: recognizer, timing: TurnTimer(log: log), log: log,
            report: { continuation.yield(($0, Double(heard.load(ordering: .relaxed)) / 16_000)) })
        let turn = TurnID(rawValue: 1)
        pipeline.listen(.nowUntilFinished, turn: turn, task: task, device: nil)
        await recognizer.settle()
        var live = LiveWords()
        let (begin, startOfSound) = (ProcessorTimes(), ContinuousClock.now)
        var isAfterSpeech = false
        for start in stride(from: 0, to: clip.samples.count - 319, by: 320) {
            if !isAfterSpeech, Double(start) / 16_000 >= clip.speech.upperBound {
                isAfterSpeech = true
                await recognizer.settle()
                live.take(ProcessorTimes(), since: begin)
            }
            heard.store(start + 320, ordering: .relaxed)
            microphone.send(
                .frame(
                    AudioFrame(
                        samples: Array(clip.samples[start..<(start + 320)]), sampleIndex: Int64(start),
                        isSpeech: clip.decisions[start / 320], levelDBFS: -30)))
            if isPaced {
                try? await Task.sleep(until: startOfSound + .seconds(Double(start + 320) / 16_000))
            } else {
                await recognizer.settle()
            }
        }
        live.seconds = clip.speech.upperBound - clip.speech.lowerBound
        pipeline.finish(turn: turn)
        microphone.send(seconds: 0.4, isSpeech: false)
        var shown: [String] = []
        var shownInTime: [String] = []
        for await (event, seconds) in reports {
            switch event {
            case .partialTranscript(_, let text):
                if live.firstWords.isEmpty, !text.isEmpty { live.firstWords = [seconds - clip.speech.lowerBound] }
                Self.note(text, &shown, &live)
                if seconds <= clip.speech.upperBound { shownInTime = shown }
            case .transcribed(_, let transcript):
                Self.note(transcript?.text ?? "", &shown, &live, isFinal: true)
                live.results = shown.count
                live.inTime = zip(shown, shownInTime).prefix { $0 == $1 }.count
                continuation.finish()
            case .recognitionFailed: continuation.finish()
            default: break
            }
        }
        pipeline.close()
        if live.shown == 0 { live.silent = 1 }
        return live
    }

    private static func note(
        _ text: String, _ shown: inout [String], _ live: inout LiveWords, isFinal: Bool = false
    ) {
        let words = SpokenWords.words(of: text)
        let kept = zip(words, shown).prefix { $0 == $1 }.count
        live.changed += shown.count - kept
        if !isFinal { live.shown += words.count - kept }
        if words != shown { live.history.append(words.joined(separator: " ")) }
        shown = words
    }
}

/// The processor time taken so far, in seconds: by the process, and by its threads of these names.
private struct ProcessorTimes {
    private(set) var process = 0.0
    private(set) var threads: [String: Double] = [:]

    init() {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        process = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        let tasks = SystemFiles(root: "/proc/self/task/")
        for task in tasks.names("") {
            // A thread may end in between.
            guard let name = tasks.line(task + "/comm"), let nanoseconds = tasks.integer(task + "/schedstat") else {
                continue
            }
            threads[name, default: 0] += Double(nanoseconds) / 1e9
        }
    }
}

extension LiveWords {
    fileprivate mutating func take(_ now: ProcessorTimes, since begin: ProcessorTimes) {
        func seconds(_ thread: String) -> Double { (now.threads[thread] ?? 0) - (begin.threads[thread] ?? 0) }
        processorSeconds = now.process - begin.process
        grammarSeconds = seconds("recognizer")
        freeSeconds = seconds("speech-model") + seconds("dictation")
    }
}
