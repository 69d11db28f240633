// SPDX-License-Identifier: GPL-3.0-or-later
// `clipboard`: copies a text and reads it back, here and in another process; checks that a picture is not read as text,
// and that the clipboard is empty at first. `clipboard --read`: prints the text that another process copied. `clipboard
// --unfocused`: checks that copying and reading fail with the request for focus.

import CGtk
import GioKit
import JarvisCore
import JarvisDesktop
import JarvisTesting

@MainActor
final class ClipboardCheck {
    private static let text = "Eggs & milk, 2 € – ünï"
    private let clipboard = DesktopClipboard()
    private let isReader: Bool
    private let isUnfocused: Bool
    private let waiting = LoopWaiting()
    private var failures = 0

    init(_ arguments: [String]) {
        isReader = arguments.contains("--read")
        isUnfocused = arguments.contains("--unfocused")
    }

    func run() -> Int32 {
        MainLoop.run { [self] in
            if isReader { await read() } else if isUnfocused { await checkUnfocused() } else { await check() }
        }
        return failures == 0 ? 0 : 1
    }

    /// The display announces a new owner's formats shortly after the connection is made.
    private func read() async {
        for _ in 0..<200 {
            let outcome = await outcome()
            if outcome != "nothing" { return print("read: \(outcome)") }
            await waiting.pause(milliseconds: 10)
        }
        print("read: nothing")
    }

    private func outcome() async -> String {
        do throws(ClipboardFailure) {
            return try await clipboard.text() ?? "nothing"
        } catch {
            return "\(error)"
        }
    }

    private func check() async {
        await expect("nothing", "nothing has been copied")
        await expectElsewhere("read: nothing", "nor elsewhere")
        do throws(ClipboardFailure) {
            try await clipboard.setText(Self.text)
        } catch {
            failures += 1
            print("clipboard: \(error)")
        }
        await expect(Self.text, "the text is read back")
        await expectElsewhere("read: " + Self.text, "another process reads it")
        copyPicture()
        await expect("notText", "a picture is not text")
        await expectElsewhere("read: notText", "nor elsewhere")
        print("clipboard: \(failures) failures")
    }

    private func checkUnfocused() async {
        do throws(ClipboardFailure) {
            try await clipboard.setText(Self.text)
            report(false, "copying is refused")
        } catch {
            report(error == .needsFocus, "copying needs the focus: \(error)")
        }
        await expect("needsFocus", "so does reading")
    }

    private func copyPicture() {
        let pixels: [UInt8] = [255, 0, 0, 255]
        let bytes = g_bytes_new(pixels, gsize(pixels.count))
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_memory_texture_new(1, 1, GDK_MEMORY_R8G8B8A8, bytes, 4) else { return }
        gdk_clipboard_set_texture(gdk_display_get_clipboard(gdk_display_get_default()), texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    private func expect(_ wanted: String, _ what: String) async {
        let found = await outcome()
        report(found == wanted, "\(what): \(found)")
    }

    /// This process must serve the clipboard in the meantime.
    private func expectElsewhere(_ wanted: String, _ what: String) async {
        guard let other = try? ChildProcess(CommandLine.arguments[0], ["clipboard", "--read"]) else {
            return report(false, "the program can be started again")
        }
        let isOver = await waiting.until { !other.isRunning }
        let found = other.output.split(separator: "\n").last.map(String.init) ?? ""
        report(isOver && found == wanted, "\(what): \(found)")
    }

    private func report(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("clipboard: \(what) FAILED")
    }
}
