// SPDX-License-Identifier: GPL-3.0-or-later
// The list of built-in skills; a new skill adds its file and one line here.

/// The skills that come with the product.
enum BuiltInSkills {
    /// Every skill, in the order of the Commands list.
    static let all: [any Skill] = [
        TimeSkill(),
        DateSkill(),
        TimerSkill(),
        AlarmSkill(),
        ReminderSkill(),
        ArithmeticSkill(),
        ConversionSkill(),
        ApplicationSkill(),
        WebsiteSkill(),
        NoteSkill(),
        HistorySkill(),
        SystemSkill(),
        SpeakingStyleSkill(),
        VoiceSkill(),
        RepeatSkill(),
        UndoSkill(),
        ChanceSkill(),
        JokeSkill(),
        SmallTalkSkill(),
        HelpSkill(),
        StopSkill(),
        GoodbyeSkill(),
    ]
}
