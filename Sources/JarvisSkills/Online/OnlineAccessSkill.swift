// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the uses of the internet, and allows or forbids them.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct OnlineAccessSkill: Skill {
    let help = CommandHelp(
        skill: "online", title: "Internet", summary: "Controls what I use the internet for.",
        examples: [
            "what do you use the internet for", "stop using the internet for weather", "use the internet for news",
        ], icon: "network-workgroup-symbolic")

    private static let subjects = "([the] weather|[the] news|translations|wikipedia)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["what do you use the internet for", "what may you use the internet for"],
                typed: [
                    "which online services (are on|do you use)", "do you use the internet",
                    "what do you send to the internet",
                ], named: "online.list", answer: Self.list),
            SkillIntent(
                .consents, ["stop using the internet", "stop using the internet for \(Self.subjects)"],
                typed: [
                    "(do not|don't|never) use the internet [any more|anymore]",
                    "(do not|don't|never) use the internet for \(Self.subjects) [any more|anymore]",
                    "stop asking (wikipedia|the internet)", "do not ask wikipedia [any more|anymore]",
                ], named: "online.stop", answer: Self.forbid),
            SkillIntent(
                .consents,
                ["use the internet for \(Self.subjects)", "you (may|can) use the internet for \(Self.subjects)"],
                named: "online.use", answer: Self.allow),
        ]
    }

    private static func list(_ invocation: SkillInvocation) -> SkillReply {
        let settings = invocation.services.settings.current.online
        let used = OnlineService.allCases.filter { settings[$0] == .on }
        let others = OnlineService.allCases.filter { settings[$0] != .on }
        let online = invocation.services.online
        let named = used.map { service in
            let servers = online?.servers(of: service) ?? []
            return servers.isEmpty ? service.subject : "\(service.subject) (\(OnlineQuestion.list(servers)))"
        }
        let values = ["on": used.map(\.rawValue).joined(separator: ", ")]
        guard !used.isEmpty else {
            return SkillReply(
                "Nothing so far. If you allow it, I can use it for \(SpokenFormat.list(others.map(\.subject))).",
                values: values)
        }
        let rest =
            others.isEmpty ? "" : " I don't use it for \(SpokenFormat.list(others.map(\.subject), joiner: "or"))."
        return SkillReply("I use the internet for \(SpokenFormat.list(named)).\(rest)", values: values)
    }

    private static func forbid(_ invocation: SkillInvocation) async throws -> SkillReply {
        let named = services(in: invocation.words)
        let services = named.isEmpty ? OnlineService.allCases : named
        let before = invocation.services.settings.current.online
        let remark = try await OnlineAccess.set(.off, for: services, invocation)
        let subjects = SpokenFormat.list(services.map(\.subject), joiner: "or")
        return SkillReply(
            "OK, I won't use the internet for \(subjects) any more. \(remark)".trimmed,
            values: ["off": services.map(\.rawValue).joined(separator: ", ")], undo: undo(services, before))
    }

    private static func allow(_ invocation: SkillInvocation) async throws -> SkillReply {
        let services = services(in: invocation.words)
        guard let service = services.first, services.count == 1 else {
            return SkillReply("For what? Say, for example, \"use the internet for weather\".")
        }
        let servers = invocation.services.online?.servers(of: service) ?? []
        guard !servers.isEmpty else { return SkillReply(service.absence) }
        let before = invocation.services.settings.current.online
        let remark = try await OnlineAccess.set(.on, for: [service], invocation)
        return SkillReply(
            "OK, I'll use \(OnlineQuestion.list(servers)) for \(service.subject) from now on. \(remark)".trimmed,
            values: ["on": service.rawValue], undo: undo([service], before))
    }

    private static func undo(_ services: [OnlineService], _ before: OnlineSettings) -> DeferredAction {
        DeferredAction { invocation in
            let remark = try await OnlineAccess.change(invocation) { online in
                for service in services { online[service] = before[service] }
            }
            let subjects = SpokenFormat.list(services.map(\.subject), joiner: "or")
            let text = "Internet access for \(subjects) is back as it was."
            return SkillReply("\(text) \(remark)".trimmed)
        }
    }

    private static func services(in words: [String]) -> [OnlineService] {
        let names: [OnlineService: Set<String>] = [
            .weather: ["weather", "forecast", "forecasts", "rain"],
            .encyclopedia: ["wikipedia", "encyclopedia", "encyclopaedia", "articles"],
            .translation: ["translation", "translations", "translating", "translate"],
            .news: ["news", "headlines", "feeds"],
        ]
        return OnlineService.allCases.filter { service in
            words.contains { names[service]?.contains($0) ?? false }
        }
    }
}
