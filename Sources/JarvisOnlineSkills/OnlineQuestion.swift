// SPDX-License-Identifier: GPL-3.0-or-later
// A question to a service on the internet: the user is asked first, once for each service, and told who was asked.

import JarvisAgent
import JarvisControlPorts
import JarvisCore
import JarvisUnderstanding

struct OnlineQuestion: Sendable {
    var service: OnlineService
    /// What would be done, after "I would": "ask open-meteo.com for the weather in Oslo".
    var deed: @Sendable (_ server: String) -> String
    /// What is understood so far.
    var values: [String: String]
    /// Asks and makes the reply, which need not name the source.
    var ask: @Sendable (SkillInvocation, any OnlineServices) async throws -> SkillReply

    /// The answer, or the question whether it may be asked for.
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
        case .ask:
            return SkillReply(
                "To answer that, I would \(deed(Self.list(servers))). May I, now and from now on?",
                values: values.merging(["asks": "yes"]) { $1 },
                proposal: DeferredAction { invocation in
                    let remark = try await OnlineAccess.set(.on, for: [service], invocation)
                    var reply = try await tell(invocation, online)
                    if !remark.isEmpty { reply.clauses.append(remark) }
                    return reply
                })
        }
    }

    /// What is asked is asked only once the words are final: it cannot be taken back.
    private func tell(_ invocation: SkillInvocation, _ online: any OnlineServices) async throws -> SkillReply {
        try await invocation.request.settlement.wait()
        do {
            var reply = try await ask(invocation, online)
            reply.values.merge(values) { own, _ in own }
            return reply
        } catch let failure as OnlineFailure {
            return SkillReply(
                failure.explained(to: .window).text, values: values.merging(["answered": "no"]) { $1 })
        }
    }

    /// "bbc.co.uk, heise.de and 2 others"
    static func list(_ servers: [String]) -> String {
        guard servers.count > 3 else { return SpokenFormat.list(servers) }
        return SpokenFormat.list(Array(servers.prefix(2)) + ["\(servers.count - 2) others"])
    }

    /// The sentence that names the source.
    static func source(_ servers: [String]) -> String { "That's from \(list(servers))." }
}

extension OnlineService {
    /// After "for".
    var subject: String {
        switch self {
        case .weather: "the weather"
        case .encyclopedia: "encyclopaedia articles"
        case .translation: "translations"
        case .news: "the news"
        }
    }

    /// After "use the internet for".
    var spokenName: String {
        switch self {
        case .weather: "weather"
        case .encyclopedia: "wikipedia"
        case .translation: "translations"
        case .news: "news"
        }
    }

    /// What is missing where there is no server to ask.
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
