// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent

struct DesktopEntryLauncherTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func launcher(desktops: [String] = ["GNOME"]) -> DesktopEntryLauncher {
        DesktopEntryLauncher(
            dataFolders: [folder.path + "/home", folder.path + "/system"], desktops: desktops,
            searchPath: folder.path + "/bin:/usr/bin:/bin")
    }

    private func entry(_ lines: String) -> String { "[Desktop Entry]\nType=Application\n" + lines + "\n" }

    @Test func listsWhatIsMeantToBeShown() throws {
        try folder.write("system/applications/b.desktop", entry("Name=Beta\nExec=true"))
        try folder.write(
            "system/applications/a.desktop", entry("Name=alpha\nExec=true\n[Desktop Action x]\nName=Not this"))
        try folder.write("system/applications/kde/c.desktop", entry("Name=Gamma\nExec=true"))
        try folder.write("system/applications/hidden.desktop", entry("Name=H\nExec=true\nHidden=true"))
        try folder.write("system/applications/nodisplay.desktop", entry("Name=N\nExec=true\nNoDisplay=true"))
        try folder.write("system/applications/kdeonly.desktop", entry("Name=K\nExec=true\nOnlyShowIn=KDE;"))
        try folder.write("system/applications/notgnome.desktop", entry("Name=X\nExec=true\nNotShowIn=GNOME;"))
        try folder.write("system/applications/missing.desktop", entry("Name=M\nExec=true\nTryExec=/no/such/program"))
        try folder.write("system/applications/link.desktop", "[Desktop Entry]\nType=Link\nName=L\nURL=http://x.org\n")
        try folder.write("system/applications/damaged.desktop", "\u{0}\u{1}garbage")
        let names = launcher().applications().map { "\($0.id) \($0.name)" }
        #expect(names == ["a.desktop alpha", "b.desktop Beta", "kde-c.desktop Gamma"])
        #expect(launcher(desktops: ["KDE"]).applications().map(\.name).contains("K"))
    }

    @Test func theUsersEntryHidesTheSystemsOne() throws {
        try folder.write("system/applications/a.desktop", entry("Name=Alpha\nExec=true"))
        try folder.write("home/applications/a.desktop", entry("Name=Alpha\nExec=true\nHidden=true"))
        #expect(launcher().applications().isEmpty)
    }

    @Test func newlyInstalledApplicationsAppear() throws {
        try folder.write("system/applications/a.desktop", entry("Name=Alpha\nExec=true"))
        let launcher = launcher()
        #expect(launcher.applications().count == 1)
        try folder.write("home/applications/b.desktop", entry("Name=Beta\nExec=true"))
        #expect(launcher.applications().count == 2)
    }

    @Test(
        arguments: [
            ("app", ["app"]), ("app %U", ["app"]), ("app --name=%c %f", ["app", "--name=My App"]),
            ("app %i", ["app", "--icon", "icon"]),
            ("app \"two words\" %%", ["app", "two words", "%"]), ("\"/opt/my app/run\" x", ["/opt/my app/run", "x"]),
            ("app \"a\\\\\"b\"", ["app", "a\"b"]), ("app %k", ["app", "/x.desktop"]), ("app \"broken", []), ("%u", []),
            ("app \"\"", ["app", ""]), ("app -x%d", ["app", "-x"]),
        ] as [(String, [String])])
    func readsTheCommand(exec: String, arguments: [String]) throws {
        let text = entry("Name=My App\nIcon=icon\nExec=\(exec)")
        let entry = try #require(DesktopEntry(id: "x", path: "/x.desktop", text: text, desktops: []))
        #expect((entry.arguments ?? []) == arguments)
    }

    /// The program writes what it was given to a fifo; reading it waits for exactly that.
    @Test func startsTheProgramInASessionOfItsOwnWithoutAShell() throws {
        let fifo = try folder.makeFifo("fifo")
        try folder.write(
            "bin/probe",
            "#!/bin/sh\n{ echo \"$1\"; ps -o sid= -p $$; echo $$; ls /proc/$$/fd | wc -l; } > \(fifo.path)\n",
            mode: 0o755)
        try folder.write(
            "home/applications/p.desktop", entry("Name=Probe\nExec=probe \"\\$(touch \(folder.path)/pwned); x\""))
        let inherited = dup(STDERR_FILENO)
        defer { close(inherited) }
        let launcher = launcher()
        let application = try #require(launcher.applications().first)
        try launcher.open(application)
        let lines = try fifo.text().split(separator: "\n").map {
            $0.filter { $0 != " " }
        }
        #expect(lines.first == "$(touch\(folder.path)/pwned);x")
        #expect(lines.count == 4 && lines[1] == lines[2], "not a session leader: \(lines)")
        #expect(access(folder.path + "/pwned", F_OK) != 0)
    }

    @Test func opensAddressesWithTheDesktopsOpener() throws {
        let fifo = try folder.makeFifo("fifo")
        try folder.write("bin/xdg-open", "#!/bin/sh\necho \"$@\" > \(fifo.path)\n", mode: 0o755)
        try launcher().open(address: "https://example.org/?a=1&b=$HOME")
        #expect(try fifo.text() == "https://example.org/?a=1&b=$HOME\n")
    }

    @Test func refusesWhatCannotBeOpenedWithAReason() throws {
        try folder.write("system/applications/gone.desktop", entry("Name=Gone\nExec=/no/such/program"))
        try folder.write("system/applications/broken.desktop", entry("Name=Broken\nExec=\"x"))
        let launcher = launcher()
        for application in launcher.applications() {
            #expect(throws: AgentFailure.self) { try launcher.open(application) }
        }
        #expect(throws: AgentFailure.self) { try launcher.open(InstalledApplication(id: "no.desktop", name: "No")) }
        for address in ["file:///etc/passwd", "javascript:x", "--help", ""] {
            #expect(throws: AgentFailure.self) { try launcher.open(address: address) }
        }
        let bare = DesktopEntryLauncher(dataFolders: [], desktops: [], searchPath: folder.path)
        #expect(throws: AgentFailure.self) { try bare.open(address: "https://example.org") }
        #expect(bare.applications().isEmpty)
    }
}
