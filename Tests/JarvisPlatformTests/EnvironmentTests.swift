// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisPlatform

struct EnvironmentTests {
    @Test func childrenInheritAllButPrivateVariables() {
        let entries = [
            "PATH=/usr/bin", "GSK_RENDERER=cairo", "JARVIS_PRIVATE_ENVIRONMENT=GSK_RENDERER GDK_DEBUG",
            "GDK_DEBUG=gl-disable", "GDK_DEBUGGER=no", "EMPTY=",
        ]
        #expect(Environment.inheritable(entries) == ["PATH=/usr/bin", "GDK_DEBUGGER=no", "EMPTY="])
    }

    @Test func childrenDoNotInheritKeys() {
        let entries = [
            "JARVIS_API_KEY=k", "JARVIS_API_KEY_EXAMPLE=k", "JARVIS_SERVER_TOKEN=t", "JARVIS_DATA=/d", "A_KEY=x",
        ]
        #expect(Environment.inheritable(entries) == ["JARVIS_DATA=/d", "A_KEY=x"])
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], "fr"),
        (["LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"], "en"), (["LANG": "sr@latin"], "sr"),
        (["LC_ALL": "fil_PH.UTF-8"], "fil"), (["LANG": "POSIX"], "en"), ([:], "en"),
        (["LANG": "de_DE.UTF-8", "LANGUAGE": "fr_CA:de:en"], "fr"), (["LANG": "de_DE.UTF-8", "LANGUAGE": ""], "de"),
        (["LANG": "de_DE.UTF-8", "LANGUAGE": "C"], "en"), (["LC_ALL": "C.UTF-8", "LANGUAGE": "fr"], "fr"),
        (["LC_ALL": "C", "LANGUAGE": "fr"], "en"), (["LANG": "POSIX", "LANGUAGE": "fr"], "en"),
        (["LANGUAGE": "fr"], "en"),
    ])
    func theLanguageIsThatOfTheDesktopsMessages(variables: [String: String], expected: String) {
        #expect(Environment.language { variables[$0] } == expected)
    }

    @Test func withoutPrivateVariablesEverythingIsInherited() {
        #expect(Environment.inheritable(["A=1", "GSK_RENDERER=cairo"]) == ["A=1", "GSK_RENDERER=cairo"])
    }
}
