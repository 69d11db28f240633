// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard through wl-clipboard, replaced here by scripts that store the text in files.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisDesktop

@Suite(.timeLimit(.minutes(10)))
struct WaylandClipboardTests {
    private let runner = ProcessRunner()
    private let folder: TemporaryFolder
    private var clipboard: WaylandClipboard { WaylandClipboard(runner, folder: folder.path) }

    init() throws {
        folder = try TemporaryFolder("jarvis-clipboard")
        try script("wl-copy", "case $1 in --clear) rm -f \"$d/text\" ;; *) cat >\"$d/text\" ;; esac")
        try script(
            "wl-paste",
            "case $1 in\n--list-types) if [ -e \"$d/types\" ]; then cat \"$d/types\"; "
                + "elif [ -e \"$d/text\" ]; then echo 'text/plain;charset=utf-8'; else exit 1; fi ;;\n"
                + "*) cat \"$d/text\" ;;\nesac")
    }

    private func script(_ name: String, _ text: String) throws {
        let path = folder.path + "/" + name
        let file = try #require(fopen(path, "w"))
        fputs("#!/bin/sh\nd='\(folder.path)'\n\(text)\n", file)
        fclose(file)
        chmod(path, 0o700)
    }

    private func failure(_ body: () async throws(ClipboardFailure) -> Void) async -> ClipboardFailure? {
        do throws(ClipboardFailure) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func textIsCopiedReadAndCleared() async throws {
        #expect(try await clipboard.text() == nil)
        try await clipboard.setText("Eggs & milk,\n2 € – ünï")
        #expect(try await clipboard.text() == "Eggs & milk,\n2 € – ünï")
        try await clipboard.setText("")
        #expect(try await clipboard.text() == nil)
    }

    @Test func aFailedCopyIsReported() async throws {
        try script("wl-copy", "cat >/dev/null")
        #expect(await failure { () throws(ClipboardFailure) in try await clipboard.setText("four") } != nil)
        try script("wl-copy", "echo 'no seat' >&2; exit 1")
        #expect(
            await failure { () throws(ClipboardFailure) in try await clipboard.setText("four") }
                == .failed(reason: "no seat"))
    }

    @Test func pictureContentIsReportedAsNotText() async throws {
        try script("wl-paste", "[ \"$1\" = --list-types ] && printf 'image/png\\nimage/bmp\\n'")
        #expect(
            await failure { () throws(ClipboardFailure) in _ = try await clipboard.text() } == .notText)
    }

    @Test func missingToolsAreReported() async throws {
        unlink(folder.path + "/wl-paste")
        unlink(folder.path + "/wl-copy")
        let needed = ClipboardFailure.needsTool(package: "wl-clipboard")
        #expect(await failure { () throws(ClipboardFailure) in _ = try await clipboard.text() } == needed)
        #expect(await failure { () throws(ClipboardFailure) in try await clipboard.setText("x") } == needed)
    }
}
