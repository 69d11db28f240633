// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis dictate: types one utterance into the focused text field. Meant for a global shortcut.

import ArgumentParser
import GioKit
import GtkKit
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisService
import JarvisDesktopControl

struct DictateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dictate", abstract: "Type what you say into the focused text field.",
        discussion: "Bind this to a global shortcut. If no text field accepts the words, they're copied, and the "
            + "command runs until you copy something else, for ten minutes at most.")
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let composition = try Composition(global)
        // Find the field first: the indicator that JARVIS is listening may take the focus.
        let field = try runOnMainLoop { @MainActor in await Self.field() }
        // A spoken password would end up in the clipboard, so refuse password fields.
        if case .failure(.password) = field {
            try runOnMainLoop { @MainActor in await Self.tell(TypingFailure.password.advice) }
            throw TypingFailure.password
        }
        let transcript = try composition.hearOnce(
            within: .seconds(10), byService: global.events == nil && global.recordUtterances == nil)
        let delivery = try runOnMainLoop { @MainActor in await Delivery.deliver(transcript.text, to: field) }
        try delivery.say(json: output.json)
        if delivery.place == .clipboard {
            try runOnMainLoop { @MainActor in await DisplayClipboard.waitUntilTaken(within: .seconds(600)) }
        }
        try composition.finishLog()
    }

    @MainActor
    private static func field() async -> Result<FocusedField, TypingFailure> {
        do throws(TypingFailure) { return .success(try await FocusedField.find()) } catch { return .failure(error) }
    }

    /// Tells the user by a notification, since a user who has pressed a key sees no terminal.
    @MainActor
    fileprivate static func tell(_ advice: String) async {
        guard let connection = try? await BusConnection.open(.session) else { return }
        let service = NotificationService(connection)
        service.show(ServiceNotification(title: "Not typed", body: advice, category: "im"), for: "dictation")
        await service.settle()
    }
}

/// The dictated words, and how they were delivered.
private struct Delivery: Sendable {
    enum Place: String {
        case field, clipboard, output
    }

    var place: Place
    var text: String
    /// The reason why the words could not be typed; nil if they were.
    var failure: TypingFailure?

    /// Types the words, or else copies them and tells the user.
    @MainActor
    static func deliver(_ text: String, to field: Result<FocusedField, TypingFailure>) async -> Delivery {
        // Look again: a program that first had to learn that accessibility is in use may be available by now.
        let isMissing = if case .failure(.noField) = field { true } else { false }
        do throws(TypingFailure) {
            let field = isMissing ? try await FocusedField.find() : try field.get()
            return Delivery(place: .field, text: try await field.type(text))
        } catch {
            let isCopied = error == .password ? false : await copy(text)
            // If the words could be neither typed nor copied, the notification shows them, so that they aren't lost.
            await DictateCommand.tell(
                isCopied
                    ? "Copied. Paste it where you want it."
                    : error == .password ? error.advice : "\(error.advice)\n\(text)")
            return Delivery(place: isCopied ? .clipboard : .output, text: text, failure: error)
        }
    }

    @MainActor
    private static func copy(_ text: String) async -> Bool {
        guard DisplayServer.open() else { return false }
        do throws(ClipboardFailure) {
            try await DesktopClipboard().setText(text)
            return true
        } catch {
            return false
        }
    }

    func say(json wantsJSON: Bool) throws {
        guard !wantsJSON else {
            return try Console.json(.object(["text": .text(text), "place": .text(place.rawValue)]))
        }
        if let failure { Console.note("jarvis: \(failure.commandAdvice)") }
        if place == .clipboard { Console.note("jarvis: Copied.") }
        try Console.say(text)
    }
}
