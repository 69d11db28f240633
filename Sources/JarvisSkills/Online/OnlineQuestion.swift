// SPDX-License-Identifier: GPL-3.0-or-later
// Asks an online service, but first asks the user for consent, once for each service. The reply names the server.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct OnlineQuestion: Sendable {
    var service: OnlineService
    /// The request as understood so far, for the reply and for follow-ups.
    var values: [String: String]
    /// Asks the service and makes the reply, which names its source.
    var ask: @Sendable (SkillInvocation, any OnlineServices) async throws -> SkillReply

    /// The answer, or a question for consent.
    func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let online = invocation.services.online else {
            return SkillReply("I can't use the internet here.", values: values)
        }
        let servers = online.servers(of: service)
        guard !servers.isEmpty else { return SkillReply(service.absence, values: values) }
        switch invocation.services.settings.current.online[service] {
        case .on: return try await tell(invocation, online)
        case .off:
            return SkillReply(
                "The internet is off for \(service.subject). Say \"use the internet for "
                    + "\(service.spokenName)\" to turn it on.", values: values.merging(["consent": "off"]) { $1 })
        case .ask: return question(servers, online)
        }
    }

    /// "May I ask Open-Meteo for the weather? It gets the name of the place, nothing else."
    private func question(_ servers: [String], _ online: any OnlineServices) -> SkillReply {
        let values = values.merging(["asks": "yes"]) { $1 }
        let allowed = DeferredAction { invocation in
            let remark = try await OnlineAccess.set(.on, for: [service], invocation)
            var reply = try await tell(invocation, online)
            // If the reply ends with a question, put the remark before it.
            if !remark.isEmpty { reply.clauses.insert(remark, at: reply.followUp == .none ? reply.clauses.count : 0) }
            return reply
        }
        let refused = DeferredAction { invocation in
            let remark = try await OnlineAccess.set(.off, for: [service], invocation)
            return SkillReply(
                ("OK, I won't. If you change your mind, say \"use the internet for \(service.spokenName)\". "
                    + remark).trimmed, values: ["off": service.rawValue])
        }
        var reply = SkillReply("", values: values, proposal: allowed, refusal: refused)
        // A single clause, so all of it is repeated if JARVIS didn't understand the answer.
        reply.clauses = [service.request(servers)]
        return reply
    }

    /// Asks the service. A request can't be recalled, so this waits until the words are final.
    private func tell(_ invocation: SkillInvocation, _ online: any OnlineServices) async throws -> SkillReply {
        try await invocation.request.settlement.wait()
        do {
            var reply = try await ask(invocation, online)
            reply.values.merge(values) { own, _ in own }
            return reply
        } catch let failure as OnlineFailure {
            let values = values.merging(["answered": "no"]) { $1 }
            let text = failure.explained(to: .window)
            guard failure.mayPass else { return SkillReply(text.text, values: values) }
            return SkillReply(
                text.whatHappened + " Try again?", values: values,
                proposal: DeferredAction { try await tell($0, online) })
        }
    }

    /// "bbc.co.uk, heise.de and 2 others"
    static func list(_ servers: [String]) -> String {
        guard servers.count > 3 else { return SpokenFormat.list(servers) }
        return SpokenFormat.list(Array(servers.prefix(2)) + ["\(servers.count - 2) others"])
    }

    /// "20 minutes ago", for an answer that the service gave a while ago; nil for a recent one.
    static func age(_ seconds: Int) -> String? {
        guard seconds >= leastAge else { return nil }
        let text =
            seconds < 5_400
            ? SpokenFormat.count(Int64((seconds + 30) / 60), "minute")
            : seconds < 129_600
                ? SpokenFormat.count(Int64((seconds + 1_800) / 3_600), "hour")
                : SpokenFormat.count(Int64((seconds + 43_200) / 86_400), "day")
        return "\(text) ago"
    }

    /// Younger answers count as recent, in seconds.
    private static let leastAge = 120

    /// "according to Open-Meteo", to start or end a sentence.
    static func source(_ servers: [String]) -> String { "according to \(list(servers))" }
}

extension OnlineService {
    /// The reason why JARVIS would not simply ask this service, or `nil` if it would.
    func limitation(_ services: SkillServices) -> SkillLimitation? {
        guard let online = services.online else { return nil }
        if online.servers(of: self).isEmpty {
            return switch self {
            case .weather, .encyclopedia:
                SkillLimitation("Its server address in Settings doesn't work.")
            case .translation: SkillLimitation("Needs a translation server in Settings.")
            case .news: SkillLimitation("Needs news feeds in Settings.")
            }
        }
        return switch services.settings.current.online[self] {
        case .on: nil
        case .ask: SkillLimitation("Asks before using the internet.")
        case .off: SkillLimitation("Turned off in Settings.")
        }
    }

    /// The service's name after "for".
    var subject: String {
        switch self {
        case .weather: "the weather"
        case .encyclopedia: "encyclopaedia articles"
        case .translation: "translations"
        case .news: "the news"
        }
    }

    /// The service's name in the command "use the internet for …".
    var spokenName: String {
        switch self {
        case .weather: "weather"
        case .encyclopedia: "wikipedia"
        case .translation: "translations"
        case .news: "news"
        }
    }

    /// The question for consent: it names the servers and what they get.
    func request(_ servers: [String]) -> String {
        let named = OnlineQuestion.list(servers)
        return switch self {
        case .weather: "Can I get the weather from \(named)? Only the place name is sent."
        case .encyclopedia: "Can I look that up on \(named)? Only your question is sent."
        case .translation: "Can I translate with \(named)? Only the text is sent."
        case .news: "Can I get the news from \(named)? Nothing about you is sent."
        }
    }

    /// The reply if no server is set up for this service.
    var absence: String {
        switch self {
        case .weather, .encyclopedia:
            "The server address doesn't work. Change it in Settings, under \"Online services\"."
        case .translation:
            "I can't translate yet. You can add a translation server in Settings."
        case .news:
            "I don't have any news feeds yet. You can add some in Settings."
        }
    }
}
