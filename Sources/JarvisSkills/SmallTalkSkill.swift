// SPDX-License-Identifier: GPL-3.0-or-later
// Answers greetings, thanks and questions about JARVIS, and learns the user's name.

import JarvisAgent
import JarvisCore

struct SmallTalkSkill: Skill {
    let help = CommandHelp(
        skill: "small-talk", title: "Small talk", summary: "Greets you and says who I am.",
        examples: ["hello", "how are you", "who are you"], icon: "avatar-default-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["hello [there]", "hi there", "good (morning|afternoon|evening)", "hey there"],
                typed: ["(hi|hey|greetings|howdy)", "jarvis"], named: "hello", answer: Self.greet),
            SkillIntent(
                .tells, ["how are you [doing] [today]", "how do you feel", "(how's|how is) it going"],
                named: "how-are-you"
            ) { invocation in
                SkillReply(
                    invocation.choice(
                        of: ["I'm doing well, thank you.", "All my circuits are in good order.", "Very well, thanks."],
                        or: "I'm doing well, thank you."))
            },
            SkillIntent(
                .tells, ["thank you [very much]", "thanks [a lot]", "(well done|good job)"],
                typed: ["cheers", "that was great"], named: "thanks"
            ) { invocation in
                SkillReply(
                    invocation.choice(of: ["You're welcome.", "My pleasure.", "Any time."], or: "You're welcome."))
            },
            SkillIntent(
                .tells, ["who are you", "(what's|what is) your name", "what are you", "introduce yourself"],
                typed: ["tell me about yourself"], named: "who-are-you"
            ) { _ in
                SkillReply(
                    "I'm Jarvis, your voice assistant. I run on your own computer, and use the internet only where you "
                        + "allow it.")
            },
            SkillIntent(
                .tells, ["are you there", "can you hear me", "do you hear me"], typed: ["hear me", "test"],
                named: "can-you-hear"
            ) { _ in
                SkillReply("Yes, I hear you.")
            },
            SkillIntent(
                .tells, ["(what's|what is) my name", "who am i"], typed: ["do you know my name"], named: "name.get",
                answer: Self.tellName),
            SkillIntent(.tells, [], typed: ["call me \(Self.whens) [{rest:text}]"]) { _ in
                SkillReply(
                    "I can't call you, but I can remind you. Say, for example, \"remind me in ten minutes\".")
            },
            SkillIntent(
                .configures, ["call me {name:text}", "my name is {name:text}"], named: "name.set",
                answer: Self.learnName),
        ]
    }

    private static func greet(_ invocation: SkillInvocation) -> SkillReply {
        let clock = invocation.services.clock
        let name = invocation.services.settings.current.userName
        let address = name.isEmpty ? "" : ", \(name)"
        let words = invocation.words
        guard words.first == "good" else { return SkillReply("Hello\(address). How can I help?") }
        switch clock.local(clock.now()).hour {
        case 4..<12: return SkillReply("Good morning\(address).")
        case 12..<18: return SkillReply("Good afternoon\(address).")
        default: return SkillReply("Good evening\(address).")
        }
    }

    /// Words after "call me" that start a time: "call me in an hour".
    private static let whens =
        "(in|at|on|after|before|when|if|as|once|every|next|this|tomorrow|tonight|today|later|back|again|now)"

    private static func learnName(_ invocation: SkillInvocation) async throws -> SkillReply {
        let said = (invocation.text("name") ?? "").split(separator: " ")
        let name = said.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
        guard !name.isEmpty, name.count <= 40 else { return SkillReply("I didn't catch the name.") }
        let old = invocation.services.settings.current.userName
        let remark = try await SettingsChange.apply(invocation) { $0.userName = name }
        return SkillReply(
            "All right, I'll call you \(name).\(remark)", values: ["name": name],
            undo: DeferredAction { invocation in
                let remark = try await SettingsChange.apply(invocation) { $0.userName = old }
                return SkillReply("I've forgotten that name.\(remark)")
            })
    }

    private static func tellName(_ invocation: SkillInvocation) -> SkillReply {
        let name = invocation.services.settings.current.userName
        guard !name.isEmpty else {
            return SkillReply("You haven't told me. Say \"call me\" and your name.")
        }
        return SkillReply("You're \(name).", values: ["name": name])
    }
}
