// SPDX-License-Identifier: GPL-3.0-or-later
// `consent`: an agent asks before it uses a tool, and real keys answer in the window: with Esc, with the focused
// answer, with each of the others, in the pill, over a pane, and with a second question queued behind the first.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting
import Synchronization

@MainActor
final class ConsentCheck {
    private let agent = AskingAgent()
    private let services: DesktopServices
    private let desktop: DesktopApplication
    private let waiting = LoopWaiting()
    private var course: Task<Void, Never>?
    private var input: ChildProcess?
    private var failures = 0

    init() {
        services = fakeServices(log: NoEventLog(), agent: agent)
        var options = DesktopApplication.Options()
        options.isUnique = false
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self, course == nil else { return }
            services.session.start()
            course = Task { [weak self] in
                await self?.follow()
                self?.desktop.quit()
            }
        }
        let status = desktop.run()
        print("consent: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private var state: AssistantState { services.assistant.state }
    private var window: MainWindow? { desktop.window }
    private var isAsked: Bool { survey.contains { $0.classes.contains("consent") } }
    private var survey: [SurveyedWidget] { window.map { WidgetSurvey.widgets(of: $0.window) } ?? [] }
    private var hasAnswerFocus: Bool { window?.window.focusWidget?.hasClass("consent-answer") == true }
    private var hasCardFocus: Bool {
        guard let window, let card = WidgetSurvey.widget(ofClass: "consent", in: window.window) else { return false }
        return window.window.focusWidget?.isInside(card) == true
    }
    private var hasMicrophoneFocus: Bool { window?.window.focusWidget?.hasClass("microphone") == true }

    private func follow() async {
        await focusWindow()
        await answers(with: ["Escape"], .denied, "Esc denies")
        await answers(with: ["Return"], .denied, "the keyboard is on the answer that changes nothing")
        await answers(with: ["Tab", "Tab", "Return"], .granted, "Allow once is the last answer")
        await answers(with: ["Tab", "Return"], .always, "Always allow is between them")
        await answers(
            with: ["Tab", "Return"], .granted, "without Always there are two answers", always: .notOffered)
        await aKeyThatComesTooSoonChangesNothing()
        await theKeyboardStaysWithTheCard()
        await thePillGrows()
        await theCardIsOverAPane()
        await theEndOfATurnLeavesTheKeyboardInThePane()
        await theEndOfATurnLeavesTheKeyboardWhereItIsPut()
        await aSecondQuestionWaits()
    }

    private func answers(
        with keys: [String], _ answer: ConsentAnswer, _ what: String, always: ConsentRequest.Always = .byHandOrVoice
    ) async {
        await ask(always)
        await press(keys)
        await until(what) { state.recent.last?.text == answer.rawValue && !isAsked }
        await until("\(what): the keyboard is back") { hasMicrophoneFocus }
    }

    private func aKeyThatComesTooSoonChangesNothing() async {
        var isPressed = false
        // In the moment in which the card takes the keyboard, as a key that was already in the queue.
        window?.window.onFocusChange { [weak self] in
            guard let self, hasAnswerFocus, !isPressed else { return }
            isPressed = true
            window?.window.focusWidget?.activate()
        }
        begin(.byHandOrVoice)
        await until("the card comes") { isPressed }
        await waiting.pause(milliseconds: 100)
        expect(state.turn.reply.consents.count == 1, "a key that comes too soon answers nothing")
        await settle()
        await press(["Escape"])
        await until("the card goes") { !isAsked }
    }

    private func theKeyboardStaysWithTheCard() async {
        await ask(.byHandOrVoice)
        for _ in 0..<5 {
            await press(["Tab"])
            expect(hasCardFocus, "Tab stays in the card")
        }
        expect(window?.screenTakesFocus == false, "nothing behind the card takes the keyboard")
        await press(["Escape"])
        await until("the keyboard is back") { hasMicrophoneFocus }
    }

    private func thePillGrows() async {
        window?.toggleCompact()
        await until("the pill is there") { window?.isCompact == true }
        await ask(.byHandOrVoice)
        expect(window?.isCompact == false, "the pill grows to ask")
        await press(["Escape"])
        await until("the pill is back") { window?.isCompact == true && !isAsked }
        window?.toggleCompact()
        await until("the window is back") { window?.isCompact == false }
    }

    private func theCardIsOverAPane() async {
        window?.openPane(.commands)
        await ask(.byHandOrVoice)
        expect(window?.openPane == .commands, "the pane stays")
        await press(["Escape"])
        await until("only the card goes") { !isAsked && window?.openPane == .commands }
        window?.closePane()
    }

    /// The microphone, which had the keyboard before the turn, doesn't take it back.
    private func theEndOfATurnLeavesTheKeyboardInThePane() async {
        await until("the microphone has the keyboard") { hasMicrophoneFocus }
        agent.ask([], isEndless: true)
        services.assistant.send(.textSubmitted("what time is it", .typed))
        await until("the microphone gives it up") { window?.window.focusWidget == nil }
        await press(["ctrl+k"])
        await until("the pane has it") { window?.window.isTextFocused == true }
        services.assistant.send(.cancelRequested)
        await until("the turn ends") { !state.phase.isProcessing }
        await waiting.pause(milliseconds: 100)
        expect(window?.window.isTextFocused == true, "what is typed goes into the pane")
        window?.closePane()
        await until("the keyboard is back") { hasMicrophoneFocus }
    }

    /// Nor from what the user has chosen with Tab.
    private func theEndOfATurnLeavesTheKeyboardWhereItIsPut() async {
        agent.ask([], isEndless: true)
        services.assistant.send(.textSubmitted("what time is it", .typed))
        await until("the microphone gives it up") { window?.window.focusWidget == nil }
        await press(["Tab"])
        let chosen = window?.window.focusWidget
        services.assistant.send(.cancelRequested)
        await until("the turn ends") { !state.phase.isProcessing }
        await waiting.pause(milliseconds: 100)
        expect(chosen != nil && window?.window.focusWidget?.raw == chosen?.raw, "the keyboard stays")
        _ = window?.screenTakesFocus
    }

    private func aSecondQuestionWaits() async {
        begin(.byHandOrVoice, .notOffered)
        await until("the card comes, with the keyboard") { isAsked && hasAnswerFocus }
        await until("another one waits") { survey.contains { $0.text == "1 more question" } }
        expect(survey.contains { $0.text == Self.question(0) }, "the first one is still asked")
        await settle()
        await press(["Escape"])
        await until("the second one is asked") { survey.contains { $0.text == Self.question(1) } }
        await settle()
        await press(["Escape"])
        await until("both are answered") { !isAsked && state.recent.last?.text == "denied denied" }
    }

    private static func question(_ index: Int) -> String { index == 0 ? "Send the message to Ada?" : "Read the list?" }

    private func begin(_ always: ConsentRequest.Always...) {
        agent.ask(
            always.enumerated().map { index, always in
                ConsentRequest(
                    id: ConsentID(rawValue: "\(index)"), question: Self.question(index),
                    subject: "send_message of mail",
                    arguments: [.init(name: "to", value: "ada@example.org"), .init(name: "text", value: "At noon.")],
                    always: always)
            })
        services.assistant.send(.textSubmitted("tell ada that i come at noon", .typed))
    }

    private func ask(_ always: ConsentRequest.Always) async {
        begin(always)
        await until("the card comes, with the keyboard") { isAsked && hasAnswerFocus }
        await settle()
    }

    /// Waits until answers are accepted.
    private func settle() async { await waiting.pause(milliseconds: 600) }

    private func focusWindow() async {
        await send(
            ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "windowfocus", "--sync"], "the window has focus"
        )
    }

    private func press(_ keys: [String]) async {
        await send(["key", "--delay", "60"] + keys, "\(keys) are pressed")
        await waiting.pause(milliseconds: 100)
    }

    private func send(_ arguments: [String], _ what: String) async {
        input = try? ChildProcess("xdotool", arguments)
        await until(what) { input?.isRunning == false }
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("consent: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
    }
}

/// Asks, and replies with the answers.
private final class AskingAgent: Agent {
    private let requests = Mutex<[ConsentRequest]>([])
    private let isEndless = Mutex(false)

    var commands: [CommandHelp] { [] }

    /// - Parameter isEndless: true if the reply goes on until it is cancelled.
    func ask(_ requests: [ConsentRequest], isEndless: Bool = false) {
        self.requests.withLock { $0 = requests }
        self.isEndless.withLock { $0 = isEndless }
    }

    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        let questions = requests.withLock { $0 }
        if isEndless.withLock({ $0 }) { return AsyncThrowingStream { _ in } }
        return AsyncThrowingStream { continuation in
            let task = Task {
                for question in questions { continuation.yield(.consentNeeded(question)) }
                var answers: [String] = []
                do {
                    for question in questions {
                        answers.append(try await request.consents.wait(for: question.id).rawValue)
                    }
                    continuation.yield(.clause(answers.joined(separator: " ")))
                    continuation.yield(.finished(ReplySummary(skill: nil)))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension MainWindow {
    /// True if the microphone could get the keyboard focus.
    fileprivate var screenTakesFocus: Bool {
        WidgetSurvey.widget(ofClass: "microphone", in: window)?.grabFocus() ?? false
    }
}
