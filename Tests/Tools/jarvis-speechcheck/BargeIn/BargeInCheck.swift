// SPDX-License-Identifier: GPL-3.0-or-later
// Offline barge-in: how soon an interruption is noticed, how often JARVIS interrupts itself, and the effect of coughs
// and clicks.

import ArgumentParser
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting

struct BargeInCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "barge-in", abstract: "Measures interruptions in rooms made of numbers, faster than real time.")

    @Option(help: "The folder of recorded speech.") var corpus: String?
    @Option(help: "Interruptions per level.") var trials = 30
    @Option(help: "Minutes of uninterrupted speech.") var minutes = 30.0
    @Option(help: "Coughs, and as many clicks.") var disturbances = 20
    @Option(help: "Replies by this voice only, at several rates and pitches.") var voice: String?
    @Flag(help: "Only what happens when a reply begins.") var onlyBeginnings = false
    @Flag(help: "Only what happens when the speaker stumbles.") var onlyStumbles = false
    @Flag(help: "Print every trial.") var verbose = false

    /// The voices, speeds and pitches of the replies.
    private static let voices = [
        Prosody(voice: "en-us"), Prosody(voice: "en-gb", speed: 0.9, pitch: -2), Prosody(voice: "en-us+f3", speed: 1.2),
        Prosody(voice: "en-us+m7", speed: 1.1, pitch: -3),
    ]

    func run() async throws {
        var replies: [[Int16]] = []
        for var prosody in Self.voices {
            prosody.voice = voice ?? prosody.voice
            let synthesizer = try VoiceOption.synthesizer(of: prosody.voice)
            replies.append(try await BargeInSounds.reply(prosody, by: synthesizer))
        }
        guard !onlyStumbles else { return stumbles(replies) }
        let clips = try BargeInSounds.utterances(corpus: corpus, limit: trials)
        if !onlyBeginnings {
            print("interruptions: ms from the first sound of the user to the decision; 45 ms of devices come on top")
            print("user over echo  loudspeaker  trials   duck p50  p95   stop p50  p95   missed")
            for level in [-10.0, 0, 10] {
                for distorts in [false, true] { interruptions(clips, replies, level, distorts) }
            }
        }
        print("\nreply begins in a known room, user 60 ms later, 6 dB over the echo")
        print("clock error    trials   duck p50  p95   stop p50  p95   missed   stopped alone (goal 0)")
        for errors in [0, 5, 300] { beginnings(clips, replies, errors: errors) }
        guard !onlyBeginnings else { return }
        let coughs = (0..<disturbances).map { BargeInSounds.cough(seed: UInt64($0)) }
        let clicks = (0..<disturbances).map { BargeInSounds.click(seed: UInt64($0)) }
        print("\ndisturbances    events   ducked   resumed   stopped (goal 0)")
        disturbances("coughs", coughs, replies)
        disturbances("clicks", clicks, replies)
        let noises = try BargeInSounds.noises(corpus: corpus)
        if !noises.isEmpty { disturbances("noises", noises, replies) }
        print("\nuser is silent  minutes   ducks   self-interruptions (goal ≤ 1 in 30 min)")
        for distorts in [false, true] { alone(replies, minutes / 2, distorts) }
        stumbles(replies)
    }

    private func stumbles(_ replies: [[Int16]]) {
        print("\nspeaker stumbles   later: ducks  stopped   sooner: ducks  stopped   of each   (goal 0)")
        for milliseconds in [5, 10, 20, 40, 60, 80, 120] { stumbles(replies, milliseconds) }
    }

    /// In a known room, a reply that restarts again and again where the clocks say, within some samples: how soon
    /// speech over its first words is noticed, and whether JARVIS interrupts itself there.
    private func beginnings(_ clips: [MeasuredClip], _ replies: [[Int16]], errors: Int) {
        let perRoom = 15
        var (ducks, stops): ([Double], [Double]) = ([], [])
        var (missed, alone, begun) = (0, 0, 0)
        for index in 0..<4 {
            let rig = OfflineRoom(reply: replies[index % replies.count], room: room(index, false), seed: UInt64(index))
            for _ in 0..<400 { _ = rig.step(user: []) }
            for number in 0..<2 * perRoom {
                let clip = clips[(index * perRoom + number) % clips.count]
                let factor = rig.echoLevel() / clip.rms * 2
                // Every second time the user is silent.
                let samples = number % 2 == 0 ? [] : clip.samples.map { Float($0) / 32_768 * factor }
                let silence = 75
                rig.beginAgain(after: silence, clockError: (number * 97 + index * 31) % (2 * errors + 1) - errors)
                // Three frames are on their way to the speaker; the user begins 60 ms after the reply's first sound.
                let begin = silence + 3 + 3
                let onset = Double(begin * 320 + clip.speech.lowerBound)
                var (duck, stop): (Double?, Double?)
                for frame in 0..<begin + 100 {
                    let start = (frame - begin) * 320
                    let part =
                        start >= 0 && start < samples.count ? samples[start..<min(samples.count, start + 320)] : []
                    let verdict = rig.step(user: part).verdict
                    let time = (Double((frame + 1) * 320) - onset) / 16
                    if verdict == .suspected, duck == nil { duck = time }
                    if verdict == .confirmed, stop == nil { stop = time }
                }
                rig.resume()
                if verbose { print("  room \(index), reply \(number): \(duck ?? -1) \(stop ?? -1)") }
                if samples.isEmpty {
                    begun += 1
                    alone += stop == nil ? 0 : 1
                } else {
                    if let duck { ducks.append(duck) }
                    if let stop { stops.append(stop) } else { missed += 1 }
                }
            }
        }
        let values = [percentile(ducks, 50), percentile(ducks, 95), percentile(stops, 50), percentile(stops, 95)]
            .map { pad("\(Int($0.rounded()))", 6) }
        print(
            pad("± \(errors)", 13), pad("\(4 * perRoom)", 8), " ", values.joined(separator: "  "), pad("\(missed)", 7),
            pad("\(alone) of \(begun)", 14))
    }

    /// The user is silent, and every four seconds the speaker falls behind its clock or catches up.
    private func stumbles(_ replies: [[Int16]], _ milliseconds: Int) {
        let events = 40
        var ducks = [0, 0]
        var stops = [0, 0]
        for index in 0..<4 {
            let rig = OfflineRoom(
                reply: replies[index % replies.count], room: room(index, false), seed: UInt64(index))
            for frame in 0..<300 + 2 * events / 4 * 200 {
                let number = (frame - 300) / 200
                // At a different word each time.
                if frame >= 300, (frame - 300) % 200 == number * 37 % 150 {
                    rig.stumble(number % 2 == 0 ? milliseconds * 16 : -milliseconds * 16)
                }
                let verdict = rig.step(user: []).verdict
                guard frame >= 300 else { continue }
                let kind = frame - 300 - number * 200 < number * 37 % 150 ? (number + 1) % 2 : number % 2
                if verdict == .suspected { ducks[kind] += 1 }
                if verdict == .confirmed {
                    stops[kind] += 1
                    rig.resume()
                }
            }
        }
        let values = [ducks[0], stops[0], ducks[1], stops[1], events]
        let widths = [15, 9, 16, 9, 10]
        print(pad("\(milliseconds) ms", 12), zip(values, widths).map { pad("\($0)", $1) }.joined())
    }

    private func room(_ index: Int, _ distorts: Bool) -> SyntheticRoom {
        SyntheticRoom(
            seed: UInt64(100 + index), reverberationSeconds: 0.25 + 0.05 * Double(index % 5),
            delaySeconds: 0.02 + 0.01 * Double(index % 5), isDistorting: distorts)
    }

    private func interruptions(_ clips: [MeasuredClip], _ replies: [[Int16]], _ level: Double, _ distorts: Bool) {
        var ducks: [Double] = []
        var stops: [Double] = []
        var missed = 0
        for (index, clip) in clips.enumerated() {
            let rig = OfflineRoom(
                reply: replies[index % replies.count], room: room(index, distorts), seed: UInt64(index))
            let factor = rig.echoLevel() / clip.rms * powf(10, Float(level) / 20)
            let begin = 300 + (index * 37) % 150
            // Not always at the beginning of a frame.
            let jitter = (index * 97) % 320
            let user = [Float](repeating: 0, count: jitter) + clip.samples.map { Float($0) / 32_768 * factor }
            let onset = Double(begin * 320 + jitter + clip.speech.lowerBound)
            var duck: Double?
            var stop: Double?
            for frame in 0..<begin + (user.count + 319) / 320 + 10 {
                let start = (frame - begin) * 320
                let part = start >= 0 && start < user.count ? user[start..<min(user.count, start + 320)] : []
                let verdict = rig.step(user: part).verdict
                let time = (Double((frame + 1) * 320) - onset) / 16
                if time <= 0 { continue }
                if verdict == .suspected, duck == nil { duck = time }
                if verdict == .confirmed {
                    stop = time
                    break
                }
            }
            if verbose { print("  \(clip.name) \(duck.map { $0.rounded() } ?? -1) \(stop.map { $0.rounded() } ?? -1)") }
            if let duck { ducks.append(duck) }
            if let stop { stops.append(stop) } else { missed += 1 }
        }
        let values = [percentile(ducks, 50), percentile(ducks, 95), percentile(stops, 50), percentile(stops, 95)]
            .map { pad("\(Int($0.rounded()))", 6) }
        print(
            pad("\(Int(level)) dB", 13), pad(distorts ? "distorting" : "linear", 12), pad("\(clips.count)", 6),
            " ", values.joined(separator: "  "), pad("\(missed)", 7))
    }

    private func disturbances(_ name: String, _ clips: [MeasuredClip], _ replies: [[Int16]]) {
        var ducked = 0
        var resumed = 0
        var stopped = 0
        for (index, clip) in clips.enumerated() {
            let rig = OfflineRoom(reply: replies[index % replies.count], room: room(index, false), seed: UInt64(index))
            let factor = rig.echoLevel() / clip.rms * (index % 2 == 0 ? 1 : 3)
            let user = clip.samples.map { Float($0) / 32_768 * factor }
            var hasDucked = false
            var hasResumed = false
            var hasStopped = false
            for frame in 0..<250 + user.count / 320 + 100 {
                let start = (frame - 250) * 320
                let part = start >= 0 && start < user.count ? user[start..<min(user.count, start + 320)] : []
                let verdict = rig.step(user: part).verdict
                guard start >= 0 else { continue }
                if verdict == .suspected { hasDucked = true }
                if verdict == .dismissed { hasResumed = true }
                if verdict == .confirmed { hasStopped = true }
            }
            if verbose { print("  \(clip.name) \(hasDucked) \(hasResumed) \(hasStopped)") }
            ducked += hasDucked ? 1 : 0
            resumed += hasResumed && !hasStopped ? 1 : 0
            stopped += hasStopped ? 1 : 0
        }
        print(pad(name, 13), pad("\(clips.count)", 8), pad("\(ducked)", 8), pad("\(resumed)", 9), pad("\(stopped)", 9))
    }

    private func alone(_ replies: [[Int16]], _ minutes: Double, _ distorts: Bool) {
        var ducks = 0
        var stops = 0
        let rooms = 5
        for index in 0..<rooms {
            let rig = OfflineRoom(
                reply: replies[index % replies.count], room: room(index, distorts), seed: UInt64(index))
            for frame in 0..<Int(minutes * 3000) / rooms {
                let (verdict, _) = rig.step(user: [])
                if verdict == .suspected { ducks += 1 }
                if verdict == .confirmed {
                    stops += 1
                    rig.resume()
                }
                if verbose, let verdict { print("  room \(index), \(frame / 50) s: \(verdict)") }
            }
        }
        print(
            pad(distorts ? "distorting" : "linear", 13), pad("\(minutes)", 9), pad("\(ducks)", 7), pad("\(stops)", 7))
    }
}

/// The `share`-th percentile, by nearest rank; NaN without values.
func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return -1 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int((share / 100 * Double(sorted.count)).rounded(.up)) - 1)]
}

/// `text`, padded with spaces on the left.
func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
