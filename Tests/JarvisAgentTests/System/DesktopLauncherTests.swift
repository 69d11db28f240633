// SPDX-License-Identifier: GPL-3.0-or-later
// Desktop entries in the test's own folders, read by a new process, because GIO reads its environment only once.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct DesktopLauncherTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func check(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> [String] {
        let bundle = try #require(Environment.executablePath())
        let own = [
            "XDG_DATA_HOME": folder.path + "/home", "XDG_DATA_DIRS": folder.path + "/system",
            "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CURRENT_DESKTOP": "GNOME",
            "PATH": folder.path + "/bin:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "LANGUAGE": "C", "JARVIS_API_KEY": "secret",
        ]
        let result = try await ChildProcess.run(
            Folder.parent(of: bundle) + "/jarvis-systemcheck", arguments,
            environment: own.merging(environment) { $1 }, within: .seconds(60))
        #expect(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").map(String.init)
    }

    private func entry(_ lines: String) -> String { "[Desktop Entry]\nType=Application\n" + lines + "\n" }

    @Test func addingOrRemovingAnApplicationChangesTheVersion() throws {
        var versions: Set<UInt64> = []
        func note() { versions.insert(DesktopLauncher.version(of: [folder.path + "/system/applications"])) }
        note()
        try folder.write("system/applications/a.desktop", entry("Name=alpha\nExec=true"))
        note()
        note()
        try folder.write("system/applications/kde/c.desktop", entry("Name=Gamma\nExec=true"))
        note()
        try folder.write("system/applications/kde/d.desktop", entry("Name=Delta\nExec=true"))
        note()
        #expect(unlink(folder.path + "/system/applications/a.desktop") == 0)
        note()
        #expect(versions.count == 5)
    }

    @Test func onlyVisibleApplicationsAreListed() async throws {
        try folder.write("system/applications/b.desktop", entry("Name=Beta\nExec=true"))
        try folder.write(
            "system/applications/a.desktop", entry("Name=alpha\nExec=true\n[Desktop Action x]\nName=Not this"))
        try folder.write("system/applications/kde/c.desktop", entry("Name=Gamma\nExec=true"))
        try folder.write("system/applications/hidden.desktop", entry("Name=H\nExec=true\nHidden=true"))
        try folder.write("system/applications/nodisplay.desktop", entry("Name=N\nExec=true\nNoDisplay=true"))
        try folder.write("system/applications/kdeonly.desktop", entry("Name=K\nExec=true\nOnlyShowIn=KDE;"))
        try folder.write("system/applications/notgnome.desktop", entry("Name=X\nExec=true\nNotShowIn=GNOME;"))
        try folder.write("system/applications/missing.desktop", entry("Name=M\nExec=true\nTryExec=/no/such/program"))
        try folder.write("system/applications/gone.desktop", entry("Name=Gone\nExec=/no/such/program"))
        try folder.write("system/applications/broken.desktop", entry("Name=Broken\nExec=\"x"))
        try folder.write("system/applications/link.desktop", "[Desktop Entry]\nType=Link\nName=L\nURL=http://x.org\n")
        try folder.write("system/applications/damaged.desktop", "\u{0}\u{1}garbage")
        #expect(try await check(["applications"]) == ["a.desktop\talpha", "b.desktop\tBeta", "kde-c.desktop\tGamma"])
        let onKDE = try await check(["applications"], ["XDG_CURRENT_DESKTOP": "KDE"])
        #expect(onKDE.contains("kdeonly.desktop\tK") && onKDE.contains("notgnome.desktop\tX"))
    }

    @Test func theUsersEntryHidesTheSystemsOne() async throws {
        try folder.write("system/applications/a.desktop", entry("Name=Alpha\nExec=true"))
        try folder.write("home/applications/a.desktop", entry("Name=Alpha\nExec=true\nHidden=true"))
        #expect(try await check(["applications"]).isEmpty)
    }

    @Test func namesAreLocalizedAndTheEnglishNameIsKept() async throws {
        try folder.write(
            "home/applications/c.desktop", entry("Name=Calculator\nName[de]=Taschenrechner\nExec=true"))
        #expect(try await check(["applications"]) == ["c.desktop\tCalculator"])
        #expect(
            try await check(["applications"], ["LANGUAGE": "de", "LC_ALL": "C.UTF-8"])
                == ["c.desktop\tTaschenrechner\tCalculator"])
    }

    /// The program reports to a fifo, and reading waits for that. Its signal mask is read without another process,
    /// because a shell blocks its signals for a moment around each.
    @Test func programsStartInTheirOwnSessionWithoutAShell() async throws {
        let fifo = try folder.makeFifo("fifo")
        try folder.write(
            "bin/probe",
            """
            #!/bin/sh
            { echo "$1"; pwd; ps -o sid= -p $$; echo $$; echo "key=$JARVIS_API_KEY"
            left=; for f in /proc/$$/fd/[3-9]; do [ -e "$f" ] && left="$left ${f##*/}"; done; echo "left:$left"
            while read -r line; do case $line in SigBlk*) echo "$line";; esac; done < /proc/$$/status
            } > \(fifo.path)
            """, mode: 0o755)
        try folder.write(
            "home/applications/p.desktop",
            entry("Name=Probe\nPath=/usr\nExec=probe \"\\\\$(touch \(folder.path)/pwned); x\""))
        let inherited = dup(STDERR_FILENO)
        defer { close(inherited) }
        #expect(try await check(["open", "p.desktop"]) == ["started"])
        let lines = try fifo.text().split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.first == "$(touch\(folder.path)/pwned);x")
        try #require(lines.count == 7, "\(lines)")
        #expect(lines[1] == "/usr")
        #expect(lines[2] == lines[3], "not a session leader: \(lines)")
        #expect(lines[4] == "key=")
        // The shell's own descriptors have higher numbers.
        #expect(lines[5] == "left:", "\(lines)")
        #expect(lines[6] == "SigBlk:\t0000000000000000")
        #expect(access(folder.path + "/pwned", F_OK) != 0)
    }

    @Test func theDefaultBrowserOpensAddresses() async throws {
        let fifo = try folder.makeFifo("fifo")
        try folder.write("bin/browser", "#!/bin/sh\necho \"$@\" > \(fifo.path)\n", mode: 0o755)
        try folder.write(
            "home/applications/b.desktop",
            entry("Name=B\nExec=browser --new %u\nMimeType=x-scheme-handler/https;"))
        try folder.write(
            "home/applications/mimeapps.list", "[Default Applications]\nx-scheme-handler/https=b.desktop\n")
        #expect(try await check(["address", "https://example.org/?a=1&b=$HOME"]) == ["started"])
        #expect(try fifo.text() == "--new https://example.org/?a=1&b=$HOME\n")
    }

    @Test func withoutADefaultBrowserXdgOpenIsUsed() async throws {
        let fifo = try folder.makeFifo("fifo")
        try folder.write("bin/xdg-open", "#!/bin/sh\necho \"$@\" \"key=$JARVIS_API_KEY\" > \(fifo.path)\n", mode: 0o755)
        #expect(try await check(["address", "https://example.org/?a=1&b=$HOME"]) == ["started"])
        #expect(try fifo.text() == "https://example.org/?a=1&b=$HOME key=\n")
    }

    @Test(arguments: [
        ["open", "no.desktop"], ["address", "file:///etc/passwd"], ["address", "javascript:x"], ["address", "--help"],
        ["address", ""], ["address", "https:/x"],
    ])
    func invalidTargetsAreRejectedWithAReason(arguments: [String]) async throws {
        let lines = try await check(arguments)
        #expect(lines.count == 1 && lines[0].hasPrefix("failed: skillFailed"), "\(lines)")
    }

    @Test func withoutAnyOpenerTheReplySuggestsInstallingOne() async throws {
        let lines = try await check(["address", "https://example.org"], ["PATH": folder.path])
        #expect(lines.first?.contains("xdg-utils") == true, "\(lines)")
    }

    @Test func aSystemdUnitHandsProgramsOverInsteadOfStartingThem() async throws {
        try folder.write("bin/probe", "#!/bin/sh\ntouch \(folder.path)/started\n", mode: 0o755)
        try folder.write("home/applications/p.desktop", entry("Name=Probe\nExec=probe"))
        try folder.write(
            "home/applications/b.desktop", entry("Name=Browser\nExec=probe %u\nMimeType=x-scheme-handler/https;"))
        try folder.write(
            "home/applications/mimeapps.list", "[Default Applications]\nx-scheme-handler/https=b.desktop\n")
        #expect(
            try await check(["handover", "p.desktop"])
                == ["handed over p.desktop of Probe with 0 variables", "started"])
        #expect(
            try await check(["handover", "https://example.org/?a=$HOME"])
                == ["handed over https://example.org/?a=$HOME of Browser with 0 variables", "started"])
        // Without a browser, xdg-open would be started.
        let withoutBrowser = try await check(["handover", "http://example.org"])
        #expect(withoutBrowser == ["handed over http://example.org of the browser with 0 variables", "started"])
        #expect(access(folder.path + "/started", F_OK) != 0)
    }
}
