// SPDX-License-Identifier: GPL-3.0-or-later
// The end of the setup: presents the user's choices line by line while the core lights up.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class StartSequence {
    let root: Widget
    /// Called when the sequence is complete.
    var onEnd: (@MainActor () -> Void)?

    private let services: SettingsServices
    private let lines: [String]
    private let loader = NeuralLoader()
    private let column = Box(.column, spacing: 8)
    private let status = Label(classes: ["setup-title"])
    private var shown = 0
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - voice: the name of the voice; nil if unknown.
    ///   - hasHeard: true if an utterance of the user's was recognized.
    init(_ services: SettingsServices, voice: String?, hasHeard: Bool) {
        self.services = services
        lines = Self.lines(services.settings.current, voice: voice, hasHeard: hasHeard, count: services.commands.count)
        status.setRole(.status)
        for widget in [loader.root, status, column] as [Widget] { widget.align(horizontal: .center) }
        let content = Box(.column, spacing: DesignTokens.Onboarding.pageSpacing, [loader.root, status, column])
        content.align(horizontal: .center, vertical: .center)
        let scroller = ScrolledWindow(content)
        scroller.expand(horizontal: true, vertical: true)
        root = scroller
        say(localized("Starting…"))
    }

    /// The lines to show: each states a choice.
    static func lines(_ settings: Settings, voice: String?, hasHeard: Bool, count: Int) -> [String] {
        [
            localized("Voice: %1", voice ?? settings.voice),
            hasHeard
                ? localized("Microphone: working") : localized("Microphone: not tested, but you can type"),
            listening(settings),
            localized("%1 skill", "%1 skills", count: count),
        ]
    }

    private static func listening(_ settings: Settings) -> String {
        switch ListeningConsent(settings) {
        case .press: localized("Listening: when you press")
        case .wakeWord: localized("Wake word: “%1”", settings.speech.wakePhrase)
        case .always: localized("Listening: always")
        }
    }

    func begin() {
        services.synthesizer.warmUp(voice: services.settings.current.voice)
        services.onboarding.warmUp()
        root.announce(lines.joined(separator: ". "), .place)
        guard !root.windowHasClass("reduced-motion") else {
            while shown < lines.count { showNext() }
            return rest()
        }
        timer = LoopTimer(milliseconds: DesignTokens.Onboarding.lineMilliseconds) { [weak self] in
            guard let self else { return false }
            showNext()
            guard shown == lines.count else { return true }
            rest()
            return false
        }
    }

    /// Ends without calling `onEnd`.
    func end() {
        timer = nil
        onEnd = nil
    }

    private func say(_ text: String) { status.tell(text, .state) }

    private func showNext() {
        let line = Label(lines[shown], classes: ["setup-text"])
        line.wraps()
        line.centersLines()
        column.append(line)
        shown += 1
    }

    private func rest() {
        say(localized("Ready"))
        timer = .once(milliseconds: DesignTokens.Onboarding.readyMilliseconds) { [weak self] in self?.onEnd?() }
    }
}
