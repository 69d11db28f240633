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
                "The internet is switched off for \(service.subject). Say \"use the internet for \(service.spokenName)\" "
                    + "to switch it on.", values: values.merging(["consent": "off"]) { $1 })
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
                "All right, I won't. If you change your mind, say \"use the internet for \(service.spokenName)\", or go to "
                    + "Online services in Settings. \(remark)".trimmed, values: ["off": service.rawValue])
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
                text.whatHappened + " Shall I try again?", values: values,
                proposal: DeferredAction { try await tell($0, online) })
        }
    }

    /// "bbc.co.uk, heise.de and 2 others"
    static func list(_ servers: [String]) -> String {
        guard servers.count > 3 else { return SpokenFormat.list(servers) }
        return SpokenFormat.list(Array(servers.prefix(2)) + ["\(servers.count - 2) others"])
    }

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
                SkillLimitation("The address of its server in the settings cannot be used.")
            case .translation: SkillLimitation("Needs the address of a LibreTranslate server in the settings.")
            case .news: SkillLimitation("Needs the addresses of news feeds in the settings.")
            }
        }
        return switch services.settings.current.online[self] {
        case .on: nil
        case .ask: SkillLimitation("Asks you first whether it may use the internet.")
        case .off: SkillLimitation("Its use of the internet is switched off in the settings.")
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
        let get = servers.count == 1 ? "It gets" : "They get"
        return switch self {
        case .weather: "May I ask \(named) for the weather? \(get) the name of the place, nothing else."
        case .encyclopedia: "May I look things up on \(named)? \(get) what you ask about, nothing else."
        case .translation: "May I have \(named) translate for you? \(get) the words to translate, nothing else."
        case .news: "May I fetch the news from \(named)? \(get) the request for the headlines, nothing else."
        }
    }

    /// The reply if no server is set up for this service.
    var absence: String {
        switch self {
        case .weather, .encyclopedia:
            "The address of the server in the settings cannot be used. Change it in Settings, under \"Online services\"."
        case .translation:
            "To translate, I need a LibreTranslate server. Enter its address in Settings, or with "
                + "\"jarvis config set online.translation-address ADDRESS\"."
        case .news:
            "I don't know which news you read. Enter the addresses of feeds in Settings, or with "
                + "\"jarvis config set online.feeds ADDRESSES\"."
        }
    }
}
