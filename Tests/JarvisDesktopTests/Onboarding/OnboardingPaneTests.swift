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
            "Step 1 of 5: Welcome", "Step 2 of 5: Choose a voice", "Step 3 of 5: Can I hear you?",
            "Step 4 of 5: Optional services", "Step 5 of 5: About you",
        ]
        for (index, wanted) in steps.enumerated() {
            let keys = Array(repeating: "Return", count: index)
            let seen = try await SeenObject.all(after: ["shift"] + keys, ["--pane", "setup"])
            #expect(step(seen) == wanted)
            #expect(seen.focused == (index == 0 ? "Get started" : index == 4 ? "Finish" : "Next"))
        }
    }

    @Test func escapeGoesBackAndClosesTheFirstPage() async throws {
        let back = try await seen("Return", "Return", "Escape")
        #expect(step(back) == "Step 2 of 5: Choose a voice")
        let away = try await seen("Escape")
        #expect(step(away) == nil)
        let left = try await seen("Return", "alt+Left")
        #expect(step(left) == "Step 1 of 5: Welcome")
    }

    @Test func pagesHaveTheirButtonsAndNamedControls() async throws {
        let voice = try await seen("Return")
        for button in ["Play English (America)", "Skip all", "Skip", "Next", "Back"] {
            #expect(voice.buttons.contains(button), "\(button): \(voice.buttons)")
        }
        #expect(voice.contains { $0.role == "radio button" && $0.name == "Voice: English (America)" })
        #expect(voice.contains { $0.role == "slider" && $0.name == "Speed" })
        #expect(voice.contains { $0.role == "slider" && $0.name == "Pitch" })
        let microphone = try await seen("Return", "Return")
        #expect(microphone.contains { $0.name == "Microphone level" })
        #expect(microphone.contains { $0.name == "Opening the microphone…" })
        for answer in ["Press to talk", "Wake word", "Always"] {
            #expect(microphone.contains { $0.role == "radio button" && $0.name == "Listening: \(answer)" }, "\(answer)")
        }
        let access = try await seen("Return", "Return", "Return")
        #expect(access.buttons.contains("AI models and tools: Search"))
        for service in ["Weather", "Encyclopaedia", "Translation", "News"] {
            #expect(access.contains { $0.name == "\(service): Ask first" }, "\(service): \(access)")
        }
        let person = try await seen("Return", "Return", "Return", "Return")
        for name in ["Your name", "Start at login"] {
            #expect(person.contains { $0.name == name }, "\(name)")
        }
        #expect(!person.contains { $0.name == "Wake word" }, "only for those who use it")
        #expect(!person.buttons.contains("Skip") && !person.buttons.contains("Skip all"), "one button finishes")
        for page in [voice, microphone, access, person] {
            for object in page where object.states.contains("focusable") && object.role != "scroll pane" {
                #expect(!object.name.isEmpty, "a \(object.role) without a name")
            }
        }
    }

    @Test func anotherVoiceIsChosenByKeyboard() async throws {
        // From "Next" over the pane's own button to the cards.
        let taken = try await seen("Return", "Tab", "Tab", "Right", "Right", "space")
        let card = taken.first { $0.name == "Voice: English (America), female 3" }
        #expect(card?.states.contains("checked") == true, "\(taken)")
    }

    @Test func theNaturalVoiceIsOfferedFirstAndComesByOneButton() async throws {
        let offered = try await seen("Return", arguments: ["--voice-offer", "arrives"])
        let cards = offered.filter { $0.role == "radio button" }
        #expect(cards.first?.name == "Voice: Heart, female, natural", "\(offered)")
        #expect(offered.buttons.contains("Get Heart, female, natural, 14 MB"), "\(offered.buttons)")
        #expect(!offered.buttons.contains("Play Heart, female, natural"), "a voice that isn't there can't be heard")
        // The basic voice is in use meanwhile; the button is on the card before it.
        let keys = ["Return", "Tab", "Tab", "Left", "space"]
        let arrived = try await SeenObject.all(
            after: ["shift"] + keys, ["--pane", "setup", "--voice-offer", "arrives"])
        let heart = arrived.first { $0.name == "Voice: Heart, female, natural" }
        #expect(heart?.states.contains("checked") == true, "\(arrived)")
        #expect(arrived.buttons.contains("Play Heart, female, natural"), "\(arrived.buttons)")
        let waiting = try await SeenObject.all(
            after: ["shift"] + keys, ["--pane", "setup", "--voice-offer", "waits"])
        #expect(waiting.contains { $0.name == "Downloading, 40 %" }, "\(waiting)")
    }

    @Test func discoveredServersAreListedWithTheirPrivacyNotes() async throws {
        // Over the pane's own button and four services to the search.
        let found = try await seen("Return", "Return", "Return", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Return")
        #expect(found.contains { $0.name == "Ollama" } && found.contains { $0.name == "Already added" }, "\(found)")
        #expect(found.contains { $0.name == "What you say would be sent to far.example" }, "\(found)")
    }

    /// A setup that is long to read isn't read.
    @Test func thePagesTakeNoMoreThan160Words() async throws {
        var texts: [String: Set<String>] = [:]
        for scene in ["pane-setup", "setup-voice", "setup-microphone", "setup-access", "setup-you"] {
            let result = try await WindowHost.run(["look", "--name", "words", "--only", scene])
            for line in result.output.split(separator: "\n") {
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                guard fields.count == 6, fields[0] == "contrast", !fields[5].hasPrefix("Gtk") else { continue }
                texts[scene, default: []].insert(String(fields[5]))
            }
        }
        let counts = texts.mapValues { $0.reduce(0) { $0 + $1.split(separator: " ").count } }
        print("words of the setup: \(counts.sorted { $0.key < $1.key })")
        #expect(counts.count == 5 && counts.values.reduce(0, +) <= 160, "\(texts)")
    }

    @Test(arguments: [
        ["Return", "Return", "Return", "Return", "Return"], ["Return", "shift+Tab", "shift+Tab", "Return"],
    ])
    func finishingLeadsToTheConversation(keys: [String]) async throws {
        let seen = try await SeenObject.all(after: ["shift"] + keys, ["--pane", "setup"])
        #expect(step(seen) == nil)
        // The start-up may not be over yet.
        #expect(seen.contains { ["Audio visualization", "Starting…", "Ready"].contains($0.name) })
    }
}
