// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisSignal
import JarvisTesting
import Testing

/// Speech through real-world microphones, compared with the same speech through a good one.
struct SoundIntakeTests {
    private let speech: Speech
    private let good: [Int16]

    init() throws {
        speech = try Speech()
        good = stream([speech.clean])
    }

    @Test(arguments: [(20.0, -60.0 ... -40), (100, -2...0), (300, -0.1...0.1), (3_000, -0.1...0.1)])
    func frequenciesBelowSpeechAreRemoved(hertz: Double, decibels: ClosedRange<Double>) {
        let tone = Sound.sine(hertz, seconds: 0.4, amplitude: 0.1)
        let heard = stream([tone.map { Float($0) / 32_767 }])
        let change = LevelMeter.dBFS(Array(heard.dropFirst(3_200))) - LevelMeter.dBFS(Array(tone.dropFirst(3_200)))
        #expect(decibels.contains(Double(change)), "\(change) dB at \(hertz) Hz")
    }

    @Test(arguments: [Float(0.003), 0.03, 0.09, -0.09]) func aConstantOffsetIsRemoved(offset: Float) {
        let heard = stream([speech.clean + offset])
        #expect(clarity(heard, of: good) > 35, "\(clarity(heard, of: good)) dB")
        #expect(heard.prefix(320).allSatisfy { abs($0) < 40 }, "it makes no click as it begins")
    }

    @Test(arguments: [(50.0, 1), (60, 3), (50, 20), (60, 20), (49.97, 5)])
    func mainsHumIsRemoved(hertz: Double, harmonics: Int) {
        let hum = speech.hum(hertz, amplitude: 0.12, harmonics: harmonics)
        let heard = stream([mixed(speech.clean, hum)])
        // The first 200 ms are needed to detect the hum.
        #expect(clarity(heard, of: good, from: 5_600) > 9, "\(clarity(heard, of: good, from: 5_600)) dB")
        let recorded = SoundIntake.mono(of: [mixed(speech.clean, hum)])
        #expect(clarity(recorded, of: good) > 9, "\(clarity(recorded, of: good)) dB in a recording")
    }

    @Test(arguments: [(50.0, 1, 20.0), (60, 9, 19), (49.95, 6, 14), (60.03, 12, 14)])
    func speechIsPreservedOnceHumIsKnown(hertz: Double, harmonics: Int, decibels: Double) {
        let long = Speech(twice: speech)
        let hum = long.hum(hertz, amplitude: 0.12, harmonics: harmonics)
        let heard = stream([mixed(long.clean, hum)])
        let left = clarity(heard, of: stream([long.clean]), from: long.clean.count / 2 + 16_000)
        #expect(left > decibels, "\(left) dB")
    }

    @Test func noTraceIsLeftAfterHumStops() {
        let quiet = [Float](repeating: 0, count: speech.clean.count)
        let intake = SoundIntake(channelCount: 1)
        _ = stream([mixed(speech.hum(50, amplitude: 0.12, harmonics: 5), speech.noise(0.000_3))], through: intake)
        let after = stream([mixed(quiet, speech.noise(0.000_3))], through: intake)
        #expect(LevelMeter.dBFS(Array(after.dropFirst(4_800))) < -60)
        let heard = stream([speech.clean], through: intake)
        #expect(clarity(heard, of: good, from: 1_600) > 20)
    }

    @Test func voicesAtTheMainsOwnPitchAreKept() {
        for pitch in [100.0, 120, 150, 180] {
            // Half a second of it, with the slight variation of every voice.
            let voice: [Float] = (0..<8_000).map { index in
                let time = Double(index) / 16_000
                let phase = 2 * Double.pi * (pitch * time + 0.15 * sin(2 * Double.pi * 5 * time))
                var sum = 0.0
                for harmonic in 1...10 { sum += sin(Double(harmonic) * phase) / Double(harmonic) }
                return Float(sum * 0.05)
            }
            let room = [Float](repeating: 0.000_1, count: 8_000)
            let sound = (room + voice + room + voice).enumerated().map { $1 + Float($0 % 7) * 0.000_02 }
            let heard = stream([sound])
            let lost = LevelMeter.dBFS(sound.map { Int16($0 * 32_767) }) - LevelMeter.dBFS(heard)
            #expect(lost < 1.5, "\(lost) dB at \(pitch) Hz")
        }
    }

    @Test func channelsInOppositePhaseDoNotCancel() {
        let opposite = [speech.clean, speech.clean * -1]
        #expect(clarity(stream(opposite), of: good) > 35)
        #expect(clarity(SoundIntake.mono(of: opposite), of: good) > 35)
        // Each channel has its own noise, and they differ in loudness.
        let real = [
            mixed(speech.clean, speech.noise(0.000_5, seed: 2)),
            mixed(speech.clean * -0.8, speech.noise(0.000_5, seed: 3)),
        ]
        #expect(clarity(stream(real), of: good) > 15, "\(clarity(stream(real), of: good)) dB")
    }

    @Test(arguments: [false, true]) func aDeadChannelIsIgnored(isLeftDead: Bool) {
        func pair(_ dead: [Float]) -> [[Float]] { isLeftDead ? [dead, speech.clean] : [speech.clean, dead] }
        let silence = [Float](repeating: 0, count: speech.clean.count)
        let offset = silence + 0.09
        let hum = speech.hum(50, amplitude: 0.12, harmonics: 3)
        let hiss = speech.noise(0.02, seed: 4)
        for (name, dead) in [("silence", silence), ("offset", offset)] {
            let heard = stream(pair(dead))
            #expect(clarity(heard, of: good) > 35, "\(name)")
            #expect(abs(LevelMeter.dBFS(heard) - LevelMeter.dBFS(good)) < 0.2, "\(name): as loud as it is")
        }
        for (name, dead) in [("hum", hum), ("hiss", hiss)] {
            let heard = stream(pair(dead))
            #expect(clarity(heard, of: good, from: 8_000) > 12, "\(name): \(clarity(heard, of: good, from: 8_000)) dB")
            let recorded = SoundIntake.mono(of: pair(dead))
            #expect(clarity(recorded, of: good) > 25, "\(name): \(clarity(recorded, of: good)) dB in a recording")
        }
    }

    @Test func channelsInPhaseAreAveraged() {
        let left = mixed(speech.clean, speech.noise(0.002, seed: 5))
        let right = mixed(speech.clean * 0.7, speech.noise(0.002, seed: 6))
        let heard = stream([left, right])
        let average = stream([mixed(left, right) * 0.5])
        #expect(clarity(heard, of: average) > 35)
    }

    @Test func theOnlyActiveInputOfAnInterfaceIsFound() {
        var inputs = [[Float]](repeating: [Float](repeating: 0, count: speech.clean.count), count: 8)
        inputs[5] = speech.clean
        let heard = stream(inputs)
        #expect(clarity(heard, of: good) > 35)
        #expect(abs(LevelMeter.dBFS(heard) - LevelMeter.dBFS(good)) < 0.2)
    }

    @Test func theOtherChannelReplacesADyingOne() {
        let silence = [Float](repeating: 0, count: speech.clean.count)
        let intake = SoundIntake(channelCount: 2)
        _ = stream([speech.clean, silence], through: intake)
        let heard = stream([silence, speech.clean], through: intake)
        #expect(clarity(heard, of: good, from: 12_000) > 20, "\(clarity(heard, of: good, from: 12_000)) dB")
    }

    @Test func gapsAreSilentAndDoNotClick() {
        let intake = SoundIntake(channelCount: 1)
        _ = stream([speech.clean + 0.09], through: intake)
        let hole = stream([[Float](repeating: 0, count: 3_200)], through: intake)
        #expect(hole.allSatisfy { $0 == 0 })
        let after = stream([[Float](repeating: 0.09, count: 3_200)], through: intake)
        #expect(after.allSatisfy { abs($0) < 200 }, "\(after.map { abs(Int($0)) }.max() ?? 0)")
    }

    @Test func extremeSamplesDoNotOverflow() {
        for value in [Float(-1), 1, 0] {
            let square = (0..<16_000).map { $0 / 40 % 2 == 0 ? value : -value }
            #expect(stream([square, square * -1]).count == 16_000)
            let constant = stream([[Float](repeating: value, count: 16_000)])
            #expect(constant.allSatisfy { abs(Int($0)) < 33 }, "an offset is silence, however large")
        }
    }

    @Test func aRecordingKeepsItsLength() {
        for count in [0, 1, 319, 320, 321, 16_000] {
            #expect(SoundIntake.mono(of: [[Float](repeating: 0.5, count: count)]).count == count)
        }
        #expect(SoundIntake.mono(of: []).isEmpty)
    }
}
