// SPDX-License-Identifier: GPL-3.0-or-later
// Answers greetings, thanks and questions about JARVIS, and learns the user's name.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

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
                    "I'm Jarvis, your voice assistant. I run on your computer and use the internet only if you "
                        + "allow it.")
            },
            SkillIntent(.tells, [], named: "who-made-you") { _ in
                SkillReply(
                    "I'm Jarvis, free software made by its contributors. No company owns me.")
            },
            SkillIntent(.tells, [], named: "are-you-real") { _ in
                SkillReply("I'm a program, not a person. I'm Jarvis, this computer's voice assistant.")
            },
            SkillIntent(
                .tells, ["are you there", "can you hear me", "do you hear me"], typed: ["hear me", "test"],
                named: "can-you-hear"
            ) { _ in
                SkillReply("Yes, I can hear you.")
            },
            SkillIntent(
                .tells, ["(what's|what is) my name", "who am i"], typed: ["do you know my name"], named: "name.get",
                answer: Self.tellName),
            SkillIntent(.tells, [], typed: ["call me \(Self.whens) [{rest:text}]"]) { _ in
                SkillReply(
                    "I can't call you, but I can remind you. Say, for example, \"remind me in ten minutes\".")
            },
            SkillIntent(
                .configures, ["call me {name:text}", "my name is {name:text}"],
                typed: [
                    "[just] call me {name:text} \(Self.nowOn)", "[just|only] call me {name:text}",
                    "[just] (start|begin) (calling|to call) me {name:text} [\(Self.nowOn)]",
                    "(you|people|friends|my friends|everyone|everybody|they) "
                        + "(call|can call|may call|should call|could call|usually call) me {name:text}",
                    "you (can|may|should|could) [just|always] (call me|refer to me as|address me as) {name:text}",
                    "i (like|prefer|want|would like|would prefer|would rather) (to be|being|be) called {name:text}",
                    "[\(Self.nowOn)] my [new|real|first|preferred] name is [now] {name:text}",
                    "(use|address me by|call me by|refer to me by|know me by) [the|my] [new|first|real] name [of] "
                        + "{name:text} [for me] [\(Self.nowOn)]",
                    "[just] call me {name:text} (instead of|rather than|and not|not) {old:text}",
                    "(change|set|switch|update) (my name|the name you call me|what you call me) (to|as) {name:text}",
                    "i (go|usually go|also go) by [the name] {name:text}", "(the|my) name is {name:text}",
                    "(my friends|people|friends) [usually] (refer to|know) me as {name:text}",
                    "refer to me as {name:text} [\(Self.nowOn)]", "address me as {name:text} [\(Self.nowOn)]",
                    "the name you should (call|use for) me is {name:text}",
                    "my name is not {old:text} (it is|but|my name is) {name:text}",
                ], named: "name.set", answer: Self.learnName),
            SkillIntent(.tells, [], named: "name.ask") { _ in
                SkillReply("What should I call you?", values: ["asks": "name"], followUp: .dictation)
            },
            SkillIntent(.tells, [], typed: ["my name is not {old:text}", "i am not called {old:text}"]) { _ in
                SkillReply("Sorry. What should I call you?", values: ["asks": "name"], followUp: .dictation)
            },
            SkillIntent(.tells, [], typed: ["call me (a|an) (cab|taxi|uber|lift|ride|car|limo|limousine)"]) { _ in
                SkillReply("I can't order a ride, but I can open the website of a taxi service for you.")
            },
        ]
    }

    private static let nowOn = "(from now on|from today on|from here on [out]|from this moment on|in [the] future)"

    /// The most words in the answer to "What should I call you?".
    private static let answerLimit = 3

    /// Handles the answer to "What should I call you?".
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let words = invocation.words
        guard invocation.previousValues["asks"] == "name", (1...Self.answerLimit).contains(words.count),
            invocation.lexicon.freeTexts.admits(words[...], as: "name", of: "name.set"),
            !words.contains(where: invocation.lexicon.isLight)
        else { return nil }
        return try await Self.keep(invocation.utterance.original(words.indices), invocation)
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
        try await keep(invocation.text("name") ?? "", invocation)
    }

    private static func keep(_ text: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        let said = text.split(separator: " ")
        let name = said.map { $0.capitalizedFirst }.joined(separator: " ")
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
