// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the state of the computer: battery, processor, memory, disk, network and uptime.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct SystemSkill: Skill {
    let help = CommandHelp(
        skill: "system", title: "Computer status",
        summary: "Reports battery, processor, memory, disk, network and uptime.",
        examples: [
            "system status", "how much battery is left", "how much disk space is free", "am i online",
        ], icon: "utilities-system-monitor-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "how much battery [power] (is left|do i have left|do i have)", "(what's|what is) the battery level",
                    "(how's|how is) the battery", "is the battery charging", "battery (status|level)",
                    "am i [running] on battery [power]",
                ], typed: ["[the] battery", "is it charging"], named: "system.battery", answer: Self.battery),
            SkillIntent(
                .tells,
                [
                    "how busy is (the|my) (processor|computer|cpu)",
                    "(what's|what is) the (processor|cpu) (load|usage)", "(processor|cpu) (load|usage|status)",
                ], typed: ["(processor|cpu)", "load"], named: "system.cpu", answer: Self.processor),
            SkillIntent(
                .tells,
                [
                    "how much memory (is free|is left|is used|is available|do i have)",
                    "(what's|what is) the memory usage", "memory (status|usage)",
                ], typed: ["(memory|ram)", "how much ram (is free|is left|is used|is available|do i have)"],
                named: "system.memory", answer: Self.memory),
            SkillIntent(
                .tells,
                [
                    "how much (disk space|storage|space) (is free|is left|is available|do i have [left])",
                    "how full is (the|my) (disk|drive)", "(disk|storage) (status|usage)",
                ], typed: ["(disk|storage|disk space)", "free (disk space|space)"], named: "system.disk",
                answer: Self.disk),
            SkillIntent(
                .tells,
                [
                    "am i online", "is (the|my) computer online", "am i connected [to the internet]",
                    "is the (network|internet) (up|working|connected)",
                    "(what's|what is) the network status", "network status",
                ], typed: ["(network|internet)"], named: "system.network", answer: Self.network),
            SkillIntent(
                .tells,
                [
                    "how long has (the|this|my) computer been (on|running|up)", "when did (the|this|my) computer start",
                ], typed: ["[what is the] uptime", "how long have you been (up|running)"], named: "system.uptime",
                answer: Self.uptime),
            SkillIntent(
                .tells,
                [
                    "system (status|report)", "(how's|how is) (the|my) (computer|system) [doing]",
                    "(run a|do a) system check",
                    "computer status",
                ], typed: ["status"], named: "system.overview", answer: Self.overview),
        ]
    }

    private static func answer(
        _ invocation: SkillInvocation, _ wording: (SystemStatus, Region) -> (String, [String: String])?,
        otherwise: String
    ) async -> SkillReply {
        let status = await invocation.services.status.read()
        guard let (text, values) = wording(status, invocation.region) else { return SkillReply(otherwise) }
        return SkillReply(text, values: values)
    }

    private static func battery(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(invocation, batteryText, otherwise: "This computer has no battery.")
    }

    private static func processor(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(invocation, processorText, otherwise: "I can't tell how busy the processor is.")
    }

    private static func memory(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(invocation, memoryText, otherwise: "I can't tell how much memory is in use.")
    }

    private static func disk(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(invocation, diskText, otherwise: "I can't tell how full the disk is.")
    }

    private static func network(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(invocation, networkText, otherwise: "I can't tell the state of the network.")
    }

    private static func uptime(_ invocation: SkillInvocation) async -> SkillReply {
        await answer(
            invocation,
            { status, _ in
                status.uptimeSeconds.map {
                    (
                        "This computer has been on for \(SpokenFormat.duration(seconds: $0, mostUnits: 2)).",
                        ["uptime": String($0)]
                    )
                }
            }, otherwise: "I can't tell how long this computer has been on.")
    }

    private static func overview(_ invocation: SkillInvocation) async -> SkillReply {
        let status = await invocation.services.status.read()
        let parts = [batteryText, processorText, memoryText, diskText, networkText].compactMap {
            $0(status, invocation.region)
        }
        let values = parts.reduce(into: [:]) { $0.merge($1.1) { first, _ in first } }
        return SkillReply(parts.map(\.0).joined(separator: " "), values: values)
    }

    private static func batteryText(_ status: SystemStatus, _ region: Region) -> (String, [String: String])? {
        guard let percent = status.batteryPercent else { return nil }
        let state = status.isCharging.map { $0 ? ", and it's charging" : percent <= 15 ? ", please plug it in" : "" }
        return ("The battery is at \(percent)%\(state ?? "").", ["battery": String(percent)])
    }

    private static func processorText(_ status: SystemStatus, _ region: Region) -> (String, [String: String])? {
        status.processorLoad.map { load in
            let percent = Int((min(max(load, 0), 1) * 100).rounded())
            return ("The processor is \(percent)% busy.", ["processor": String(percent)])
        }
    }

    private static func memoryText(_ status: SystemStatus, _ region: Region) -> (String, [String: String])? {
        guard let used = status.memoryUsedBytes, let total = status.memoryTotalBytes, total > 0 else { return nil }
        let text =
            "You're using \(SpokenFormat.bytes(used, in: region)) of "
            + "\(SpokenFormat.bytes(total, in: region)) of memory."
        return (text, ["memoryUsed": String(used), "memoryTotal": String(total)])
    }

    private static func diskText(_ status: SystemStatus, _ region: Region) -> (String, [String: String])? {
        guard let free = status.diskFreeBytes, let total = status.diskTotalBytes, total > 0 else { return nil }
        let text =
            "You have \(SpokenFormat.bytes(free, in: region)) free of \(SpokenFormat.bytes(total, in: region))."
        return (text, ["diskFree": String(free), "diskTotal": String(total)])
    }

    private static func networkText(_ status: SystemStatus, _ region: Region) -> (String, [String: String])? {
        let names = status.activeNetworkInterfaces
        guard !names.isEmpty else { return ("You're not connected to a network.", ["network": "down"]) }
        let kinds = names.map(kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return ("You're connected via \(SpokenFormat.list(kinds)).", ["network": names.joined(separator: " ")])
    }

    /// The everyday name of an interface, based on the naming schemes of the kernel and systemd.
    private static func kind(_ interface: String) -> String {
        if interface.hasPrefix("wl") { return "wireless" }
        if interface.hasPrefix("ww") { return "mobile network" }
        if interface.hasPrefix("tun") || interface.hasPrefix("wg") { return "a private network" }
        if interface.hasPrefix("en") || interface.hasPrefix("eth") { return "cable" }
        return interface
    }
}
