import Glibc
import JarvisCore
import Testing

@testable import JarvisSpeech

struct Calibration {
    @Test func calibrate() async throws {
        let clock = ContinuousClock()
        let grammar = try #require(try GrammarBuilder(vocabulary: TestCommands.vocabulary).grammar(of: TestCommands.patterns))
        let t0 = clock.now
        let search = try GrammarSearch(model: .standard(), commands: grammar, stopPhrases: GrammarBuilder().grammar(ofPhrases: ["stop", "cancel", "never mind", "be quiet"]))
        print("LOAD", clock.now - t0)
        let synth = ESpeakSynthesizer()
        func run(_ label: String, _ expect: String, _ samples: [Int16], _ kind: GrammarSearch.Kind = .command) throws {
            let t = clock.now
            try search.start(kind)
            var i = 0
            while i < samples.count { let e = min(i + 320, samples.count); search.process(Array(samples[i..<e])); i = e }
            let t1 = clock.now
            let m = search.end()
            let t2 = clock.now
            let got = m?.words.joined(separator: " ") ?? "-"
            print("ROW\t\(label)\t\(kind)\t\(m.map { ($0.margin * 100).rounded() / 100 } ?? -99)\t\(got == expect ? "OK" : "NO")\t\(expect)\t\(got)\t\(Double(samples.count)/16000)\t\(t1 - t)\t\(t2 - t1)")
        }
        for v in TestCommands.espeakVoices + TestCommands.fliteVoices {
            for c in TestCommands.spoken { try run("cmd/" + v, c, try await Speaker.say(c, voice: v, synthesizer: synth)) }
            for c in TestCommands.prose { try run("prose/" + v, "-", try await Speaker.say(c, voice: v, synthesizer: synth)) }
            for c in ["stop", "never mind", "be quiet", "jarvis stop"] { try run("stop/" + v, c, try await Speaker.say(c, voice: v, synthesizer: synth), .stopPhrase) }
            for c in TestCommands.prose.prefix(4) + TestCommands.spoken.prefix(6) { try run("nostop/" + v, "-", try await Speaker.say(c, voice: v, synthesizer: synth), .stopPhrase) }
        }
        for kind in ["dictation", "command", "noise", "conversation", "keyword"] {
            for f in Corpus.files(kind) { let s = try WaveFile.read(f); try run("corpus-" + kind, "-", s.samples); try run("corpusstop-" + kind, "-", s.samples, .stopPhrase)  }
        }
        for a in [0.0, 30, 300, 3000] { try run("noise\(a)", "-", Sound.noise(seconds: 3, amplitude: a).samples) }
        var out = ""
        if let f = fopen("/proc/self/smaps_rollup", "r") { var l = [CChar](repeating: 0, count: 300); while fgets(&l, 300, f) != nil { out += String(cString: l) }; fclose(f) }
        print(out.split(separator: "\n").prefix(4).joined(separator: "\n"))
    }
}
