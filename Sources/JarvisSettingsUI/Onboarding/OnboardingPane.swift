// SPDX-License-Identifier: GPL-3.0-or-later
// The first setup: five pages in sequence, each of which can be skipped. The conversation is paused while it is open.
// The setup stores its progress at every step, so it continues at the same page after it was closed.

import GioKit
package import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
package import JarvisDesktopKit

@MainActor
package final class OnboardingPane: Pane {
    package let title = localized("Setup")
    package let content: Widget

    private let services: SettingsServices
    private let setup: SetupContext
    private let close: @MainActor () -> Void
    private let dots = PageDots(count: OnboardingPage.allCases.count)
    private let stack = Stack(crossfadeMilliseconds: DesignTokens.Onboarding.fadeMilliseconds)
    private let skipAll = SetupLayout.button(localized("Skip all"))
    private let skip = SetupLayout.button(localized("Skip"))
    private let next = SetupLayout.button("", "accent")
    private let bar: Widget
    /// Says that the microphone is open, on pages that aren't about it.
    private let listening = Label(classes: ["hint"])
    private var progress = OnboardingProgress()
    private var page: (any SetupPage)?
    private var start: StartSequence?
    /// The visible widget.
    private var shown: Widget?
    /// The page that is moving out of view.
    private var leaving: Widget?
    private var clearing: LoopTimer?
    private var work: [Task<Void, Never>] = []
    private var keeping: Task<Void, Never>?
    private var isOpen = false
    /// The names of voices by identifier, once loaded.
    private var voiceNames: [String: String] = [:]

    package init(_ services: SettingsServices, _ context: PaneContext) {
        self.services = services
        close = context.close
        let preview = VoicePreview(services.synthesizer, services.onboarding.makePlayer())
        let model = SettingsModel(services) { [weak preview, settings = services.settings] text in
            preview?.play(text, settings.current.prosody, device: settings.current.outputDevice)
        }
        setup = SetupContext(services: services, model: model, preview: preview, ear: SetupEar(services))
        let buttons = WrapBox(spacing: DesignTokens.Onboarding.buttonSpacing, [skipAll, skip, next])
        buttons.align(horizontal: .center)
        let margin = DesignTokens.Panes.margin
        buttons.margins(top: 6, bottom: 12, start: margin, end: margin)
        bar = buttons
        stack.expand(horizontal: true, vertical: true)
        listening.text = localized("You can also say “next”, “back” or “skip”.")
        listening.wraps()
        listening.centersLines()
        listening.setRole(.status)
        listening.isVisible = false
        content = Box(.column, [dots.root, stack, listening, bar])
        content.expand(horizontal: true, vertical: true)
        next.onClick { [weak self] in self?.take(.next) }
        skip.onClick { [weak self] in self?.take(.skip) }
        skipAll.onClick { [weak self] in self?.take(.skipAll) }
        preview.onSound = { [weak ear = setup.ear, weak content, log = services.log] in
            log.record("setup-voice", ["isSounding": .flag($0)])
            ear?.setDeaf($0)
            content?.holdNotes($0)
        }
        setup.ear.onHeard = { [weak self] in self?.hear($0) }
    }

    package var initialFocus: Widget? { next }

    package func paneDidOpen() {
        isOpen = true
        setup.ear.open()
        let changes = setup.model.changes()
        work = [
            Task { [weak self] in
                let kept = await self?.services.onboarding.keeper.progress()
                guard let self, isOpen else { return }
                progress = kept ?? OnboardingProgress()
                // The user has opened a finished setup again, so start from the beginning.
                if progress.isFinished { progress.take(.restart) }
                keep(isFirst: kept == nil && services.onboarding.isDue)
                present(.fade)
                next.grabFocus()
            },
            Task { [weak self, synthesizer = services.synthesizer] in
                // Without names, the setup shows identifiers.
                let voices = (try? await synthesizer.voices()) ?? []
                self?.voiceNames = Dictionary(voices.map { ($0.id, $0.name) }) { first, _ in first }
            },
            Task { [weak self] in
                for await settings in changes { self?.page?.show(settings) }
            },
        ]
    }

    package func paneWillClose() {
        isOpen = false
        for task in work { task.cancel() }
        clearing = nil
        dots.end()
        page?.end()
        page = nil
        start?.end()
        setup.preview.stop()
        setup.ear.close()
    }

    /// Handles Esc and Back: goes back a page. On the first page, lets the setup close; it continues there next time.
    package func stepBack() -> Bool {
        if start != nil {
            finish()
            return true
        }
        guard progress.page.before != nil else { return false }
        take(.back)
        return true
    }

    private func take(_ step: OnboardingStep) {
        guard start == nil, page != nil else { return }
        let before = progress.page
        progress.take(step)
        keep()
        if progress.isFinished {
            if step == .skipAll { finish() } else { begin() }
        } else if progress.page != before {
            present(progress.page.index > before.index ? .forward : .back)
        }
    }

    /// Stores the progress, after any earlier step has been stored.
    /// - Parameter isFirst: true if the user is new, and hasn't been asked yet when JARVIS may listen.
    private func keep(isFirst: Bool = false) {
        keeping = Task { [keeping, progress, services, model = setup.model] in
            await keeping?.value
            do {
                try await services.onboarding.keeper.keep(progress)
                // After the first step has been stored: settings from before it would mean that the user isn't new.
                if isFirst { try await services.settings.update { ListeningConsent.press.apply(to: &$0) }.value }
                services.log.record(
                    "setup", ["page": .text(progress.page.rawValue), "isFinished": .flag(progress.isFinished)])
            } catch { model.report(error) }
        }
    }

    private func hear(_ text: String) {
        guard let command = OnboardingCommand(text), page?.take(command) != true else { return }
        switch command {
        case .next: take(.next)
        case .back: _ = stepBack()
        case .skip: take(.skip)
        case .skipAll: take(.skipAll)
        case .choose, .anotherVoice, .previousVoice, .slower, .faster, .higher, .lower, .hear, .listen: break
        }
    }
}

// Showing pages
extension OnboardingPane {
    private func present(_ turn: Stack.Turn) {
        page?.end()
        let page = make(progress.page)
        self.page = page
        page.show(setup.model.current)
        dots.show(progress.page.index, page.title, page.introduction)
        next.setLabel(label(progress.page))
        // On the first page, the button that skips everything is enough; on the last one, the button that finishes.
        skip.isVisible = progress.page != .welcome && progress.page.after != nil
        skipAll.isVisible = progress.page.after != nil
        turnTo(page.root, turn)
        page.begin()
        listening.isVisible = setup.ear.isWanted && progress.page != .microphone
    }

    private func make(_ page: OnboardingPage) -> any SetupPage {
        switch page {
        case .welcome: WelcomePage()
        case .voice: SetupVoicePage(setup)
        case .microphone: MicrophonePage(setup)
        case .access: AccessPage(setup)
        case .you: PersonPage(setup)
        }
    }

    private func label(_ page: OnboardingPage) -> String {
        switch page {
        case .welcome: localized("Get started")
        case .voice, .microphone, .access: localized("Next")
        case .you: localized("Finish")
        }
    }

    /// Shows a widget with this transition; without motion, fades it in.
    private func turnTo(_ widget: Widget, _ turn: Stack.Turn) {
        clear()
        leaving = shown
        shown = widget
        stack.add(widget, title: page?.title ?? title)
        let isStill = content.windowHasClass("reduced-motion")
        let metrics = DesignTokens.Onboarding.self
        let milliseconds = isStill || turn == .fade ? metrics.fadeMilliseconds : metrics.turnMilliseconds
        stack.show(widget, by: isStill ? .fade : turn, milliseconds: milliseconds)
        clearing = .once(milliseconds: 2 * milliseconds) { [weak self] in self?.clear() }
    }

    private func clear() {
        clearing = nil
        if let leaving { stack.remove(leaving) }
        leaving = nil
    }

    /// Starts the sequence that presents the user's choices.
    private func begin() {
        page?.end()
        page = nil
        let chosen = services.settings.current.voice
        let isThere = voiceNames[chosen] != nil || services.onboarding.voiceOffer()?.voice.id != chosen
        let voice = voiceNames[isThere ? chosen : Voice.basic]
        let sequence = StartSequence(services, voice: voice, hasHeard: setup.ear.hasHeard)
        start = sequence
        bar.isVisible = false
        listening.isVisible = false
        setup.ear.rest()
        dots.root.isVisible = false
        turnTo(sequence.root, .forward)
        sequence.onEnd = { [weak self] in self?.finish() }
        sequence.begin()
    }

    /// Closes the finished setup: the conversation starts, and JARVIS greets the user.
    private func finish() {
        let isGreeting = start != nil
        close()
        guard isGreeting else { return }
        let name = services.settings.current.userName
        let words = spoken("I'm ready. Try “What time is it?”")
        let greeting = name.isEmpty ? spoken("Hi.") : spoken("Hi, %1.", name)
        services.assistant.send(.announcement("\(greeting) \(words)", kind: nil))
    }
}
