// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of utterances through the whole program, checking that the process's resources do not grow.

import ArgumentParser
import Glibc
import JarvisTesting

struct CyclesCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycles", abstract: "Memory, threads, files and streams over many utterances.")
    @Argument(help: "Utterances.") var count = 10_000
    @OptionGroup var voice: VoiceOption
    @Flag(help: ArgumentHelp("Leak on purpose, so that the check can be seen to fail.", visibility: .hidden))
    var leak = false

    /// Growth between a quarter of the way and the end that is not a leak: caches of the C libraries fill once.
    private static let toleratedKiB = 4_096
    private static let toleratedHandles = 2
    /// Memory that the engines load with their first utterances does not count as growth.
    private static let warmUp = 60

    func validate() throws {
        guard count >= 20 else { throw ValidationError("At least 20 utterances make a measurement.") }
    }

    func run() async throws {
        guard try await measure() else { throw ExitCode.failure }
    }

    @MainActor private func measure() async throws -> Bool {
        let rig = try CycleRig(voice)
        print("cycles    RSS KiB  threads  files  streams  seconds")
        for _ in 0..<Self.warmUp { try await rig.cycle() }
        let start = ContinuousClock.now
        var readings: [ProcessFigures] = []
        var done = 0
        for quarter in 0...4 {
            while done < count * quarter / 4 {
                try await rig.cycle()
                done += 1
                if leak { Self.leakSomething() }
            }
            try await rig.settle()
            let figures = try ProcessFigures(rig.server)
            readings.append(figures)
            let seconds = Int((ContinuousClock.now - start) / .seconds(1))
            let columns = [
                Self.padded(done, 6), Self.padded(figures.residentKiB, 11), Self.padded(figures.threads, 9),
                Self.padded(figures.files, 7), Self.padded(figures.streams, 9), Self.padded(seconds, 9),
            ]
            print(columns.joined())
            fflush(nil)
        }
        let microphone = rig.microphoneCounts
        print("microphone opened \(microphone.opened), ended \(microphone.closed), frames \(microphone.frames)")
        print("understood by PocketSphinx: \(rig.understood) of \(rig.recognized)")
        return verdict(readings)
    }

    private func verdict(_ readings: [ProcessFigures]) -> Bool {
        let early = readings[1]
        let late = readings[4]
        let growth = [
            ("RSS KiB", late.residentKiB - early.residentKiB, Self.toleratedKiB),
            ("threads", late.threads - early.threads, Self.toleratedHandles),
            ("files", late.files - early.files, Self.toleratedHandles),
            ("streams", late.streams - early.streams, 0),
        ]
        for (what, grown, goal) in growth {
            print(
                "growth from 25 % to 100 %: \(what) \(grown) (goal: at most \(goal))\(grown > goal ? "  TOO MUCH" : "")"
            )
        }
        return growth.allSatisfy { $0.1 <= $0.2 }
    }

    private static func leakSomething() {
        _ = open("/dev/null", O_RDONLY)
        memset(malloc(100_000), 1, 100_000)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
}
