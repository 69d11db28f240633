// SPDX-License-Identifier: GPL-3.0-or-later
// The setup pages by keyboard, as assistive technology sees them.

import Testing

@Suite(.serialized)
struct OnboardingPaneTests {
    /// All accessible objects after pressing these keys on the first page.
    private func seen(_ keys: String..., arguments: [String] = []) async throws -> [SeenObject] {
        try await SeenObject.all(after: ["shift"] + keys, ["--pane", "setup"] + arguments)
    }

    private func step(_ seen: [SeenObject]) -> String? { seen.first { $0.name.hasPrefix("Step ") }?.name }

    @Test func enterGoesThroughAllPages() async throws {
        let steps = [
            "Step 1 of 5: Welcome", "Step 2 of 5: My voice", "Step 3 of 5: Can I hear you?",
            "Step 4 of 5: What may I use?", "Step 5 of 5: You",
        ]
        for (index, wanted) in steps.enumerated() {
            let keys = Array(repeating: "Return", count: index)
            let seen = try await SeenObject.all(after: ["shift"] + keys, ["--pane", "setup"])
            #expect(step(seen) == wanted)
            #expect(seen.focused == (index == 0 ? "Initialize system" : index == 4 ? "Finish" : "Next"))
        }
    }

    @Test func escapeGoesBackAndClosesTheFirstPage() async throws {
        let back = try await seen("Return", "Return", "Escape")
        #expect(step(back) == "Step 2 of 5: My voice")
        let away = try await seen("Escape")
        #expect(step(away) == nil)
        let left = try await seen("Return", "alt+Left")
        #expect(step(left) == "Step 1 of 5: Welcome")
    }

    @Test func pagesHaveTheirButtonsAndNamedControls() async throws {
        let voice = try await seen("Return")
        for button in ["Previous voice", "Hear it", "Next voice", "Skip all", "Skip", "Next", "Back"] {
            #expect(voice.buttons.contains(button), "\(button): \(voice.buttons)")
        }
        #expect(voice.contains { $0.name.hasPrefix("English (America)") })
        #expect(voice.contains { $0.role == "slider" && $0.name == "Speed" })
        #expect(voice.contains { $0.role == "slider" && $0.name == "Pitch" })
        let microphone = try await seen("Return", "Return")
        #expect(microphone.contains { $0.name == "Microphone level" })
        #expect(microphone.contains { $0.name == "Opening the microphone…" })
        let access = try await seen("Return", "Return", "Return")
        #expect(access.buttons.contains("Servers and tools: Look"))
        let person = try await seen("Return", "Return", "Return", "Return")
        for name in ["Your name", "Wait for the wake word", "Start with the desktop"] {
            #expect(person.contains { $0.name == name }, "\(name)")
        }
        for page in [voice, microphone, access, person] {
            for object in page where object.states.contains("focusable") && object.role != "scroll pane" {
                #expect(!object.name.isEmpty, "a \(object.role) without a name")
            }
        }
    }

    @Test func anotherVoiceIsChosenByKeyboard() async throws {
        // From "Next" over the pane's own button to the carousel.
        let turned = try await seen("Return", "Tab", "Tab", "Right")
        #expect(turned.contains { $0.name == "Take English (America), female 3" }, "\(turned.buttons)")
        let taken = try await seen("Return", "Tab", "Tab", "Right", "Tab", "Tab", "Return")
        #expect(taken.contains { $0.name == "English (America), female 3 is chosen" }, "\(taken.buttons)")
    }

    @Test func discoveredServersAreListedWithTheirPrivacyNotes() async throws {
        let found = try await seen("Return", "Return", "Return", "Tab", "Tab", "Return")
        #expect(found.contains { $0.name == "Ollama" } && found.contains { $0.name == "Added already" }, "\(found)")
        #expect(found.contains { $0.name == "What you say would go to far.example" }, "\(found)")
    }

    @Test(arguments: [
        ["Return", "Return", "Return", "Return", "Return"], ["Return", "shift+Tab", "shift+Tab", "Return"],
    ])
    func finishingLeadsToTheConversation(keys: [String]) async throws {
        let seen = try await SeenObject.all(after: ["shift"] + keys, ["--pane", "setup"])
        #expect(step(seen) == nil)
        // The start-up may not be over yet.
        #expect(seen.contains { ["Audio visualization", "Initializing…", "Ready"].contains($0.name) })
    }
}
