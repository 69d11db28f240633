// SPDX-License-Identifier: GPL-3.0-or-later
// Reports details of the machine: battery time, temperatures, network addresses and busy programs.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct MachineSkill: Skill {
    let help = CommandHelp(
        skill: "machine", title: "Hardware",
        summary: "Reports battery life, temperature, network address and what's using the computer.",
        examples: [
            "how long will the battery last", "how hot is the computer", "what is my ip address",
            "what is using the processor",
        ], icon: "computer-symbolic")

    var intents: [SkillIntent] {
        [
            .desktop(
                .tells, "system.battery-time",
                ["how long will the battery last", "how long until the battery is (full|empty)"],
                answer: Self.batteryTime),
            .desktop(
                .tells, "system.temperature", ["how hot is (the|my) (computer|processor)"], answer: Self.temperature),
            .desktop(
                .tells, "system.address", ["(what's|what is) my ip address"], typed: ["ip address"],
                answer: Self.address),
            .desktop(
                .tells, "system.processes",
                [
                    "what is using (the|my) (processor|memory)", "what uses the most memory",
                    "why is my computer [so] slow",
                ], answer: Self.programs),
        ]
    }

    private static func batteryTime(_ invocation: SkillInvocation) async throws -> SkillReply {
        let time = try await invocation.services.desktop.readings.batteryTime()
        guard let seconds = time.seconds else {
            return SkillReply(
                time.direction == .resting
                    ? "The computer is plugged in, and the battery isn't being used."
                    : "I don't know yet how long the battery will last. Ask me again in a minute.")
        }
        // Round to minutes: the estimate is not accurate to the second.
        let length = SpokenFormat.duration(seconds: max(60, (seconds + 30) / 60 * 60))
        let text =
            time.direction == .untilFull
            ? "The battery will be full in about \(length)." : "The battery will last about \(length)."
        return SkillReply(text, values: ["seconds": String(seconds), "direction": "\(time.direction)"])
    }

    private static func temperature(_ invocation: SkillInvocation) async throws -> SkillReply {
        let sensors = try await invocation.services.desktop.readings.temperatures()
        let words = Set(invocation.words)
        let wanted = parts.first { !$0.words.isDisjoint(with: words) }
        if let wanted, !sensors.contains(where: { $0.part == wanted.part }) {
            return SkillReply("I can't read the temperature of the \(wanted.name).")
        }
        let part = wanted?.part ?? .processor
        guard let sensor = sensors.first(where: { $0.part == part }) ?? sensors.first else {
            throw ReadingFailure.noSensors
        }
        let name = parts.first { $0.part == sensor.part }?.name ?? "hottest part"
        let degrees = Int(sensor.celsius.rounded())
        var note = ""
        if let critical = sensor.criticalCelsius, critical > sensor.celsius {
            let limit = Int(critical.rounded())
            note =
                critical - sensor.celsius < 10
                ? " That's close to its limit of \(limit)." : " Its limit is \(limit) degrees."
        } else if sensor.criticalCelsius != nil {
            note = " That's too hot. Close some apps and let it cool down."
        }
        return SkillReply(
            "The \(name) is at \(degrees) degrees Celsius.\(note)", values: ["celsius": String(degrees)])
    }

    private static let parts: [(part: SensorTemperature.Part, name: String, words: Set<String>)] = [
        (.graphics, "graphics card", ["gpu", "graphics"]), (.disk, "disk", ["disk", "drive", "ssd", "nvme"]),
        (.battery, "battery", ["battery"]), (.wireless, "wireless card", ["wifi", "wireless"]),
        (.processor, "processor", ["processor", "cpu"]),
    ]

    private static func address(_ invocation: SkillInvocation) async throws -> SkillReply {
        let all = try await invocation.services.desktop.readings.addresses()
        let far = all.filter { !$0.isLinkLocal }
        let usable = far.isEmpty ? all : far
        // Read out an IPv6 address only without an IPv4 one; it is long.
        let short = usable.filter { $0.family == .v4 }
        let told = short.isEmpty ? usable.prefix(1) : short.prefix(3)
        guard let first = told.first else { throw ReadingFailure.noAddress }
        let names = told.map { told.count == 1 ? $0.address : "\($0.address) on \($0.interface)" }
        let subject = told.count == 1 ? "Your network address is" : "Your network addresses are"
        return SkillReply("\(subject) \(SpokenFormat.list(names)).", values: ["address": first.address])
    }

    private static func programs(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        let measure: ProgramMeasure = words.isDisjoint(with: ["memory", "ram"]) ? .processor : .memory
        let found = try await invocation.services.desktop.readings.busiestPrograms(by: measure, limit: 3)
        guard let first = found.first else { throw ReadingFailure.noProcesses }
        let amount = { (usage: ProgramUsage) in
            measure == .memory
                ? SpokenFormat.bytes(usage.memoryBytes) : "\(Int((usage.processorShare * 100).rounded())) percent"
        }
        if measure == .processor, first.processorShare < 0.02 {
            return SkillReply(
                "The processor is nearly idle. \(first.name) uses the most.",
                values: ["program": first.name])
        }
        let others = found.dropFirst().map { "\($0.name) with \(amount($0))" }
        let rest = others.isEmpty ? "" : " Then \(others.count == 1 ? "comes" : "come") \(SpokenFormat.list(others))."
        let what = measure == .memory ? "memory" : "processor time"
        return SkillReply(
            "\(first.name) uses the most \(what), \(amount(first)).\(rest)", values: ["program": first.name])
    }
}
