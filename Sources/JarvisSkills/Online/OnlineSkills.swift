// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills that ask the internet; a new one adds its file and one line here.

package import JarvisAgent

/// The skills that ask the internet, once the user has agreed.
package enum OnlineSkills {
    /// Every one of them, in the order of the Commands list.
    package static let all: [any Skill] = [
        WeatherSkill(),
        EncyclopediaSkill(),
        TranslationSkill(),
        NewsSkill(),
        OnlineAccessSkill(),
    ]
}
