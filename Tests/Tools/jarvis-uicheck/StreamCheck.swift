// SPDX-License-Identifier: GPL-3.0-or-later
// `stream [--messages N] [--size WxH]`: a reply grows in the open history, clause by clause, once F12 is pressed. Then
// prints how far visible messages moved between two frames, and whether the end of the reply is in view.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisTesting

@MainActor
final class StreamCheck {
    private static let clauses = (1...24).map { "This is part \($0) of a story that goes on for a good while." }

    private var look = LookOptions()
    private let assistant: Assistant
    private let settings: any SettingsStore
    private let desktop: DesktopApplication
    private var clock: FrameClock?
    private var timer: LoopTimer?
    private var said = 0
    /// The message whose position is tracked, by its text.
    private var anchor: (text: String, y: Double)?
    private var moved = (up: 0.0, down: 0.0)

    init(_ arguments: [String]) {
        let count = arguments.firstIndex(of: "--messages").flatMap { Int(arguments[$0 + 1]) } ?? 200
        if let size = arguments.firstIndex(of: "--size") { look.take("--size", arguments[size + 1]) }
        var options = DesktopApplication.Options()
        options.isUnique = false
        let agent = FakeAgent()
        agent.setSilent(true)
        let conversation = SampleData.longConversation(count: count, hasLengths: true)
        let services = sampleServices(conversation, log: PrintingLog(), isOneHistory: true, agent: agent)
        // Text appears as it is written.
        settings = services.settings
        _ = try? settings.update { $0.speaksReplies = false }
        assistant = services.assistant
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in self?.begin() }
        return desktop.run()
    }

    private func begin() {
        guard let window = desktop.window else { return }
        look.resize(window)
        assistant.send(.policyChanged(ConversationPolicy(settings.current)))
        window.openPane(.history)
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] press in
            guard press.key == KeyPress.f12 else { return false }
            self?.speak()
            return true
        }
        window.window.add(keys)
    }

    private func speak() {
        guard let window = desktop.window else { return }
        (said, anchor, moved) = (0, nil, (0, 0))
        clock = FrameClock(of: window.window) {
        } end: { [weak self] in
            self?.painted()
        }
        assistant.send(.textSubmitted("tell me a story", .typed))
        timer = LoopTimer(milliseconds: 60) { [weak self] in self?.goOn() ?? false }
    }

    private func goOn() -> Bool {
        let turn = assistant.state.turn.id
        if said < Self.clauses.count {
            assistant.send(.replyClause(turn, Self.clauses[said]))
            said += 1
            return true
        }
        if said == Self.clauses.count { assistant.send(.replyFinished(turn, ReplySummary(skill: nil))) }
        said += 1
        // Continues until the reply is stored and stands among the others.
        guard said > Self.clauses.count + 15 else { return true }
        PrintingLog().record(
            "streamed",
            [
                "up": .integer(Int64(moved.up.rounded())), "down": .integer(Int64(moved.down.rounded())),
                "endInView": .text(isEndInView ? "yes" : "no"),
            ])
        clock = nil
        return false
    }

    private var isEndInView: Bool {
        texts.contains { $0.text.hasSuffix(Self.clauses[Self.clauses.count - 1]) }
    }

    private func painted() {
        let seen = texts
        if let anchor, let now = seen.first(where: { $0.text == anchor.text }) {
            moved.up = max(moved.up, anchor.y - now.y)
            moved.down = max(moved.down, now.y - anchor.y)
            self.anchor = now
        } else {
            // The lowest earlier row stays longest, in both directions.
            anchor = seen.last { $0.text.hasPrefix("message ") }
        }
    }

    /// The visible texts of the messages.
    private var texts: [(text: String, y: Double)] {
        guard let window = desktop.window else { return [] }
        return WidgetSurvey.widgets(of: window.window).compactMap { seen in
            guard seen.classes.contains("message-text"), let view = seen.view, seen.place.y < view.y + view.height,
                seen.place.y + seen.place.height > view.y
            else { return nil }
            return (seen.text, Double(seen.place.y))
        }
    }
}
