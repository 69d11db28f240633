// SPDX-License-Identifier: GPL-3.0-or-later
// A realistic set of patterns, sentences that match them, and the voices that speak them.

import Glibc
import JarvisCore
import JarvisRecognition
import JarvisSignal
import JarvisSpeechTesting
import JarvisSynthesis
import JarvisTesting
import Testing

enum TestCommands {
    static let patternSources = [
        "(what time is it|what's the time|what is the time|tell me the time)",
        "(what's|what is) (the date|today's date)", "what day is (it|today)",
        "(set|start) [a] timer for {length:duration}", "(set|start) a {length:duration} timer",
        "(set an alarm|wake me [up]) (for|at) {time} [{day}]", "(cancel|stop) (the|my) (timer|alarm|timers|alarms)",
        "remind me in {duration} [to {text}]", "remind me in {duration}", "how long is left [on the timer]",
        "(what's|what is) {expression}", "(calculate|compute) {expression}", "how much is {expression}",
        "convert {number} {from:unit} (to|into) {to:unit}", "how many {to:unit} (are|is|in) {number} {from:unit}",
        "(what's|what is) {number} {from:unit} in {to:unit}",
        "(open|start|launch) {application}", "(open|go to) {website}", "take a note", "take a note {text}",
        "(read|show) [me] my notes", "what can (you|i) (do|say)", "help [me]", "(goodbye|bye|good night|see you later)",
        "(speak|talk) (slower|faster|louder|quieter|higher|lower)", "(use|change to) (a|the) {voice} voice",
        "(repeat that|say that again|what did you say)", "(turn|switch) (the volume|it) (up|down)", "mute", "unmute",
        "set the volume to {number} [percent]", "how much battery is left", "what's the battery level",
        "how much memory is (free|used)", "how much disk space is left", "what's the processor load", "tell me a joke",
        "(hello|hi|good morning|good evening)", "how are you", "(thank you|thanks)", "who are you", "what's your name",
        "(play|pause|resume) [the] music", "next (song|track)", "previous (song|track)",
        "(search|look) [through] my history for {text}", "open settings", "(show|open) [the] history",
        "scroll (up|down)",
        "close (it|the window)", "(clear|new) conversation", "flip a coin", "roll a dice",
    ]

    static var patterns: [UtterancePattern] {
        get throws { try patternSources.map { try UtterancePattern($0) } }
    }

    static let vocabulary = GrammarVocabulary(applications: [
        "Firefox", "Terminal", "Files", "Calculator", "LibreOffice Writer", "Text Editor", "GIMP", "Thunderbird", "VLC",
        "System Monitor", "Calendar", "Document Viewer",
    ])

    static let spoken = [
        "what time is it", "what is the date", "set a timer for ten minutes", "start a timer for an hour and a half",
        "set an alarm for seven thirty", "wake me up at half past six", "what is twelve times four",
        "calculate ten plus five minus two", "convert five miles to kilometers", "how many feet in two meters",
        "open firefox", "go to wikipedia", "read my notes", "what can you do", "goodbye", "speak slower",
        "say that again", "how much battery is left", "tell me a joke", "set the volume to fifty percent",
        "hey jarvis what time is it please", "could you open the calculator".replacingThe,
    ]

    /// Prose and questions that no pattern accepts.
    static let prose = [
        "the quick brown fox jumps over the lazy dog", "she sells sea shells by the sea shore",
        "i do not think that this is a good idea at all", "yesterday we went to the market and bought some apples",
        "who wrote the book about the old man and the sea", "my brother works in a factory near the river",
        "it was a bright cold day in april", "please explain how a rainbow forms in the sky",
        "we should have left before the rain began", "nobody knows the trouble i have seen",
    ]

    static let espeakVoices = ["en-us", "en-us+f3", "en-us+m3", "en-gb", "en-gb-x-rp", "en-us+f2", "en-us+m7"]
    static let fliteVoices = ["slt", "rms", "awb", "kal16", "kal"]
}

extension String {
    fileprivate var replacingThe: String { split(separator: " ").filter { $0 != "the" }.joined(separator: " ") }
}

/// Speech at 16 kHz, with silence around it.
enum Speaker {
    static func say(_ text: String, voice: String, synthesizer: ESpeakSynthesizer) async throws -> [Int16] {
        if TestCommands.fliteVoices.contains(voice) { return try await flite(text, voice: voice) }
        let (sound, _) = try await synthesizer.sound(text, Prosody(voice: voice, speed: 0.9))
        return sound.resampled(to: 16_000).padded().samples
    }

    private static func flite(_ text: String, voice: String) async throws -> [Int16] {
        let folder = try TemporaryFolder("jarvis-flite")
        let path = folder.path + "/speech.wav"
        let result = try await ChildProcess.run("flite", ["-voice", voice, "-t", text, "-o", path])
        try #require(result.status == 0, "flite: \(result.output)")
        return Sound(samples: try samples(ofFile: path), rate: 16_000).padded().samples
    }

    /// The sound of a WAV file at 16 kHz.
    static func samples(ofFile path: String) throws -> [Int16] {
        try WAVFile.decode(ChildProcess.bytes(of: path)).int16Samples(atRate: 16_000)
    }
}

/// The corpus of human speech beside the source tree, if present.
enum Corpus {
    static func files(_ kind: String) -> [String] {
        // `swift test` runs in the package's folder.
        let base = getenv("JARVIS_TEST_AUDIO").map { String(cString: $0) } ?? "../shared/audio"
        let folder = "\(base)/\(kind)"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".wav") { names.append("\(folder)/\(name)") }
        }
        return names.sorted()
    }
}
