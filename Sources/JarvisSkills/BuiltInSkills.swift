// SPDX-License-Identifier: GPL-3.0-or-later
// The list of built-in skills. A new skill adds its file and one line here.

public import JarvisAgent
public import JarvisPlatform

/// The skills that ship with JARVIS.
package enum BuiltInSkills {
    /// Every skill, in the order of the list of commands.
    package static let all: [any Skill] = TimeSkills.all + daily + OnlineSkills.all + DesktopSkills.all + manners

    private static let daily: [any Skill] = [
        ArithmeticSkill(),
        NumberSkill(),
        BillSkill(),
        ConversionSkill(),
        SpellSkill(),
        ApplicationSkill(),
        WebsiteSkill(),
        NoteSkill(),
        ListSkill(),
        CalendarSkill(),
        AppointmentSkill(),
        HistorySkill(),
        PrivacySkill(),
        DictionarySkill(),
        SystemSkill(),
    ]

    private static let manners: [any Skill] = [
        SpeakingStyleSkill(),
        VoiceSkill(),
        SettingsSkill(),
        LanguageModelSkill(),
        RepeatSkill(),
        UndoSkill(),
        ChanceSkill(),
        JokeSkill(),
        SmallTalkSkill(),
        EmergencySkill(),
        HelpSkill(),
        StopSkill(),
        GoodbyeSkill(),
    ]
}

extension SkillAgent {
    /// An agent with the built-in skills.
    /// - Parameter resources: Locates the language files.
    public convenience init(services: SkillServices, resources: ResourceLocator = .standard()) {
        self.init(services: services, skills: BuiltInSkills.all, resources: resources)
    }
}
