// SPDX-License-Identifier: GPL-3.0-or-later
// "Teach the wake word": trains JARVIS on how the user says the wake word.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class WakeLessonRow: SettingRow {
    let root: Widget
    let name = SettingsAction.wakeLesson.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.wakeLesson.text.shownTitle)
    private let lesson: WakeLesson
    /// The wake phrase that the row's text mentions.
    private var phrase = ""

    init(_ lesson: WakeLesson) {
        self.lesson = lesson
        root = row.root
        row.onClick { [weak lesson] in
            guard let lesson else { return }
            if lesson.isGoingOn { lesson.cancel() } else { lesson.begin() }
        }
        lesson.onChange = { [weak self] in self?.show($0) }
    }

    func show(_ settings: Settings) {
        row.isUsable = settings.speech.requiresWakeWord
        let isSame = phrase == settings.speech.wakePhrase && row.isUsable
        phrase = settings.speech.wakePhrase
        // The phrase in training is no longer the wake word.
        if !isSame { lesson.cancel() }
        show(lesson.step)
    }

    /// Cancels the training. Call when the row goes out of sight.
    func finish() {
        lesson.onChange = nil
        lesson.cancel()
    }

    private func show(_ step: WakeLesson.Step) {
        row.nameButton(lesson.isGoingOn ? localized("Cancel") : localized("Start"))
        row.status =
            switch step {
            case .resting where lesson.knows(phrase): localized("Done. Repeat it if JARVIS often misses you")
            case .resting: localized("Not done yet. It helps if JARVIS often misses you")
            case .listening(let number, let count):
                localized("Say “%1” (%2 of %3)", phrase, String(number), String(count))
            case .learning: localized("Thanks. Learning…")
            case .learned: localized("Done. JARVIS now knows how you say it.")
            case .failed(let failure): BannerText.words(failure)
            }
    }
}
