// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills that use the internet. A new one adds its file and one line here.

package import JarvisAgent

/// The skills that use the internet, once the user has agreed.
package enum OnlineSkills {
    /// Every online skill, in the order of the list of commands.
    package static let all: [any Skill] = [
        WeatherSkill(),
        EncyclopediaSkill(),
        TranslationSkill(),
        NewsSkill(),
        OnlineAccessSkill(),
    ]
}
