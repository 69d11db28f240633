// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisPlatform

struct EnvironmentTests {
    @Test func startedProgramsInheritAllButWhatWasSetPrivately() {
        let entries = [
            "PATH=/usr/bin", "GSK_RENDERER=cairo", "JARVIS_PRIVATE_ENVIRONMENT=GSK_RENDERER GDK_DEBUG",
            "GDK_DEBUG=gl-disable", "GDK_DEBUGGER=no", "EMPTY=",
        ]
        #expect(Environment.inheritable(entries) == ["PATH=/usr/bin", "GDK_DEBUGGER=no", "EMPTY="])
    }

    @Test func withoutPrivateVariablesEverythingIsInherited() {
        #expect(Environment.inheritable(["A=1", "GSK_RENDERER=cairo"]) == ["A=1", "GSK_RENDERER=cairo"])
    }
}
