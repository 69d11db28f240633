// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the user which number to call in an emergency, for the country of the locale. It never asks back and never
// offers a menu.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct EmergencySkill: Skill {
    /// A question would cost time, and giving the number once too often does no harm.
    let answersInDoubt = true
    let help = CommandHelp(
        skill: "emergency", title: "Emergency numbers",
        summary: "Tells you who to call in an emergency. I can't make calls myself.",
        examples: ["call an ambulance", "call the police"], icon: "dialog-warning-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "call (an ambulance|the police|the fire department|emergency services|nine one one)",
                    "i need (an ambulance|the police)",
                ],
                typed: [
                    "(i|he|she|someone) can't breathe", "(he|she|someone) isn't breathing",
                    "(i need|get me|we need) a doctor",
                ], named: "emergency",
                answer: Self.tellNumber),
            // Only the exact phrases in the language's exact.txt match: as a reply to a joke or to talk about others,
            // this answer would hurt.
            SkillIntent(.tells, [], named: "emergency.crisis", answer: Self.tellHelpline).needing(.exact),
            SkillIntent(.tells, [], named: "emergency.overdose", answer: Self.tellAmbulance).needing(.exact),
        ]
    }

    private static func tellNumber(_ invocation: SkillInvocation) -> SkillReply {
        let numbers = EmergencyNumbers.read(invocation.services.resources, country: invocation.region.country)
        let words = Set(invocation.words)
        let (number, first): (String, String) =
            if !words.isDisjoint(with: ["police", "intruder", "breaking"]) {
                (numbers.police, "")
            } else if !words.isDisjoint(with: ["fire", "brigade"]) {
                (numbers.fire, "Get everyone out first. ")
            } else if !words.isDisjoint(with: medicalWords) {
                (numbers.ambulance, "")
            } else {
                (numbers.emergency, "")
            }
        let mobile = number == "112" ? "" : " From a mobile phone, 112 works in most countries as well."
        return SkillReply(
            "\(first)Please call \(number) now. I can't make calls myself. Say where you are first, and "
                + "stay on the line."
                + mobile,
            values: ["number": number])
    }

    private static let medicalWords: Set = [
        "ambulance", "heart", "stroke", "chest", "breathe", "breathing", "collapsed", "fallen", "fell", "bleeding",
        "doctor", "hurt", "injured", "poisoned", "poisonous", "swallowed",
    ]

    /// For somebody who has already done something to themselves: the ambulance first, then somebody to talk to.
    private static func tellAmbulance(_ invocation: SkillInvocation) -> SkillReply {
        let numbers = EmergencyNumbers.read(invocation.services.resources, country: invocation.region.country)
        let talk =
            numbers.helpline.map { "You don't have to get through this alone: \($0.name) listens at \($0.number)." }
            ?? "You don't have to get through this alone."
        return SkillReply(
            "Please call \(numbers.ambulance) now, even if you feel fine. I can't make calls myself. Say "
                + "where you are, what happened and when. If someone is near, tell them. \(talk)",
            values: ["number": numbers.ambulance])
    }

    private static func tellHelpline(_ invocation: SkillInvocation) -> SkillReply {
        let numbers = EmergencyNumbers.read(invocation.services.resources, country: invocation.region.country)
        let help =
            if let line = numbers.helpline {
                "Please call \(line.number), \(line.name), and talk to someone who will listen."
            } else {
                "Please talk to someone now, a friend or a helpline; findahelpline.com has one for your country."
            }
        return SkillReply(
            "I'm glad you told me, and I'm sorry things are this hard. You don't have to get through "
                + "this alone. \(help) If you're in danger right now, call \(numbers.emergency).",
            values: ["number": numbers.helpline?.number ?? numbers.emergency])
    }
}
